//! Answers HTTP requests: the files of the page, and the way to the protocol.

use std::sync::Arc;

use super::assets::{self, Asset, Folder};
use super::guard::{Guard, Refusal};
use super::http::{Body, NOT_MODIFIED, Request, Response};
use super::school::School;
use super::socket;
use crate::protocol::json::Bounds;
use crate::session::Catalogue;

/// The page takes everything from this server, and nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What all requests share.
pub(super) struct Site {
    pub catalogue: Catalogue,
    pub guard: Guard,
    pub game: Option<&'static str>,
    pub page: Option<Folder>,
    pub bounds: Bounds,
    pub school: Arc<School>,
}

/// The answer to a request.
pub(super) fn respond(request: &Request, site: &Site) -> Response {
    let mut response = answer(request, site).unwrap_or_else(|refusal| Response::plain(refusal.status, refusal.why));
    response.headers.extend([
        ("content-security-policy", POLICY.into()),
        ("x-content-type-options", "nosniff".into()),
        ("x-frame-options", "DENY".into()),
        ("cross-origin-resource-policy", "same-origin".into()),
        // The address may hold the token.
        ("referrer-policy", "no-referrer".into()),
    ]);
    response
}

fn answer(request: &Request, site: &Site) -> Result<Response, Refusal> {
    site.guard.check(&request.headers)?;
    let cookie = site.guard.check_token(request)?;
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        let mut response = Response::plain(405, "only GET and HEAD are answered here");
        response.headers.push(("allow", "GET, HEAD".into()));
        return Ok(response);
    }
    match request.path() {
        "/api" => socket::upgrade(&request.headers),
        "/" => {
            let mut page = file("index.html", request, site.page.as_ref())?;
            // The browser asks for the files of the page by themselves.
            page.headers.extend(cookie.map(|cookie| ("set-cookie", cookie.into())));
            Ok(page)
        }
        "/game.json" => Ok(first_game(site.game)),
        path => file(path.strip_prefix('/').unwrap_or(path), request, site.page.as_ref()),
    }
}

/// Names the game with which the page begins.
fn first_game(game: Option<&str>) -> Response {
    let headers = vec![("content-type", "application/json".into()), ("cache-control", "no-store".into())];
    let body = Body::Text(serde_json::json!({ "game": game }).to_string());
    Response { status: 200, headers, body }
}

/// A file of the page.
fn file(name: &str, request: &Request, folder: Option<&Folder>) -> Result<Response, Refusal> {
    let missing = Refusal { status: 404, why: "there is no such file" };
    let Asset { content, media_type, tag } = assets::find(name, folder).ok_or(missing)?;
    let is_known = request.headers.single("if-none-match").is_some_and(|known| known == tag);
    let (status, body) = if is_known { (NOT_MODIFIED, Body::EMPTY) } else { (200, content) };
    let headers = vec![
        ("content-type", media_type.into()),
        // Browsers ask each time whether the file has changed, as it does with a new version of the program.
        ("cache-control", "no-cache".into()),
        ("etag", tag.into()),
    ];
    Ok(Response { status, headers, body })
}
