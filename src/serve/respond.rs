//! Answers HTTP requests: the files of the page, and the way to the protocol.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::{Method, Request, Response, StatusCode};

use super::Site;
use super::assets::{self, Asset};
use super::guard::Refusal;
use super::reply::{Body, plain};
use super::socket;

/// The page takes everything from this server, and nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Answers a request.
pub(super) async fn respond(request: Request<Incoming>, site: Arc<Site>) -> Result<Response<Body>, Infallible> {
    let mut response = answer(request, &site).unwrap_or_else(|refusal| plain(refusal.status, refusal.why));
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    // The address may hold the token.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(response)
}

fn answer(request: Request<Incoming>, site: &Arc<Site>) -> Result<Response<Body>, Refusal> {
    site.guard.check(request.headers())?;
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered here");
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return Ok(response);
    }
    match request.uri().path() {
        "/api" => {
            site.guard.check_token(request.uri())?;
            socket::upgrade(request, site.bounds.clone())
        }
        "/" => {
            site.guard.check_token(request.uri())?;
            file("index.html", &request, site.page.as_deref())
        }
        path => file(&path[1..], &request, site.page.as_deref()),
    }
}

/// A file of the page.
fn file(name: &str, request: &Request<Incoming>, folder: Option<&Path>) -> Result<Response<Body>, Refusal> {
    let missing = Refusal { status: StatusCode::NOT_FOUND, why: "there is no such file" };
    let Asset { content, media_type } = assets::find(name, folder).ok_or(missing)?;
    let tag = assets::tag(&content);
    let is_known = request.headers().get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let (status, body) = if is_known { (StatusCode::NOT_MODIFIED, Bytes::new()) } else { (StatusCode::OK, content) };
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    // Browsers ask each time whether the file has changed, as it does with a new version of the program.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    Ok(response)
}
