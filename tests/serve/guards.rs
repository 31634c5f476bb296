//! What is refused, whoever asks for it.

use super::Server;

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or(answer)
}

#[test]
fn the_page_and_its_files_are_served() {
    let server = Server::start();
    let page = server.request("GET", "/", "");
    assert_eq!(status(&page), "200", "{page}");
    assert!(page.contains("<!doctype html>") && page.contains("text/html; charset=utf-8"), "{page}");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.contains(header), "{header} in {page}");
    }
    let tag = page.lines().find_map(|line| line.strip_prefix("etag: ")).expect("files have tags");
    let known = server.request("GET", "/", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((status(&known), known.contains("<!doctype")), ("304", false));
    let head = server.request("HEAD", "/index.html", "");
    assert_eq!((status(&head), head.contains("<!doctype")), ("200", false));
    for script in ["app.js", "board.js", "style.css"] {
        assert_eq!(status(&server.request("GET", &format!("/{script}"), "")), "200", "{script}");
    }
}

#[test]
fn the_page_learns_with_which_game_to_begin() {
    let cases = [(&[][..], "{\"game\":null}"), (&["-v", "luotuoqi"], "{\"game\":\"luotuoqi\"}")];
    for (arguments, expected) in cases {
        let answer = Server::with(arguments).request("GET", "/game.json", "");
        assert_eq!(status(&answer), "200", "{answer}");
        assert!(answer.contains("content-type: application/json") && answer.ends_with(expected), "{answer}");
    }
}

#[test]
fn other_requests_get_a_reason() {
    let server = Server::start();
    let cases = [
        ("GET", "/secret.js", "404"),
        ("GET", "/../Cargo.toml", "404"),
        ("GET", "/%2e%2e/Cargo.toml", "404"),
        ("GET", "//", "404"),
        ("POST", "/", "405"),
        ("DELETE", "/api", "405"),
        ("GET", "/api", "426"),
    ];
    for (method, path, expected) in cases {
        let answer = server.request(method, path, "");
        assert_eq!(status(&answer), expected, "{method} {path}: {answer}");
        assert!(answer.contains("text/plain"), "{answer}");
    }
    assert_eq!(status(&server.exchange("rubbish\r\n\r\n")), "400");
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    assert!(["400", "414", "431"].contains(&status(&server.exchange(&long))));
}

#[test]
fn requests_follow_one_another_unless_one_has_a_body() {
    let server = Server::start();
    let host = format!("Host: {}\r\n", server.host());
    let last = format!("GET /app.js HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
    let answers = |first: &str| server.exchange(&format!("{first}{last}")).matches("HTTP/1.1 200 OK").count();
    assert_eq!(answers(&format!("HEAD /style.css HTTP/1.1\r\n{host}\r\n")), 2);
    assert_eq!(answers(&format!("GET http://{}/style.css HTTP/1.1\r\n{host}\r\n", server.host())), 2);
    // What is in a body must not pass for a request.
    for body in ["Content-Length: 4\r\n\r\nbody", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"] {
        assert_eq!(answers(&format!("GET /style.css HTTP/1.1\r\n{host}{body}")), 1, "{body}");
    }
    assert_eq!(answers(&format!("GET /style.css HTTP/1.0\r\n{host}\r\n")), 1);
    let many = format!("GET / HTTP/1.1\r\n{host}{}\r\n", "X: y\r\n".repeat(500));
    assert_eq!(status(&server.exchange(&many)), "431");
}

#[test]
fn foreign_hosts_are_refused() {
    let server = Server::start();
    for path in ["/", "/app.js", "/api"] {
        for host in ["evil.example", "localhost.evil.example", ""] {
            let answer = server.exchange(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
            assert!(["403", "400"].contains(&status(&answer)), "{path} {host}: {answer}");
        }
    }
    let missing = server.exchange("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(["403", "400"].contains(&status(&missing)), "{missing}");
    let port = server.port;
    let own = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&server.exchange(&own)), "200");
}

#[test]
fn pages_of_other_sites_get_no_socket() {
    let server = Server::start();
    for origin in ["http://evil.example", "null", "https://127.0.0.1"] {
        assert!(server.try_tab("/api", &[("Origin", origin)]).is_err(), "{origin}");
    }
    let own = format!("http://{}", server.host());
    assert!(server.try_tab("/api", &[("Origin", &own)]).is_ok());
}

#[test]
fn other_machines_need_the_token() {
    let server = Server::with(&["--address", "0.0.0.0"]);
    let token = server.address.split("token=").nth(1).expect("the address has a token").to_owned();
    assert!(token.len() >= 32, "{token}");
    for path in ["/", "/?token=", "/?token=0123456789abcdef0123456789abcdef", "/api", "/app.js", "/none.js", "//"] {
        for method in ["GET", "HEAD", "POST"] {
            let answer = server.request(method, path, "");
            assert_eq!(status(&answer), "401", "{method} {path}: {answer}");
            assert!(!answer.contains("set-cookie") && !answer.contains("etag"), "{answer}");
        }
    }
    assert!(server.try_tab("/api", &[]).is_err());
    assert!(server.try_tab(&format!("/api?token={token}"), &[]).is_ok());
    let page = server.request("GET", &format!("/?token={token}"), "");
    assert_eq!(status(&page), "200");
    let cookie = page.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("the page sets a cookie");
    let (pair, attributes) = cookie.split_once("; ").expect("it has attributes");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Strict");
    // The files of the page come with the cookie, and with nothing else.
    for path in ["/", "/app.js", "/style.css", "/logo.svg"] {
        let with = |cookie: &str| server.request("GET", path, &format!("Cookie: a=b; {cookie}\r\n"));
        assert_eq!(status(&with(pair)), "200", "{path}");
        assert!(!with(pair).contains("set-cookie"));
        for wrong in [&pair[..pair.len() - 1], &format!("{pair}0"), &pair.replace("bactrian-", "bactrian-1"), &token] {
            assert_eq!(status(&with(wrong)), "401", "{path}: {wrong}");
        }
        let known = server.request("GET", path, "If-None-Match: \"0\"\r\n");
        assert_eq!(status(&known), "401", "{path}");
    }
    assert!(server.try_tab("/api", &[("Cookie", pair)]).is_ok());
    assert!(server.try_tab("/api", &[("Cookie", pair), ("Origin", "http://evil.example")]).is_err());
}

#[test]
fn a_page_in_a_folder_is_served_without_what_is_outside() {
    let outer = tempfile::tempdir().expect("a folder");
    let page = outer.path().join("page");
    std::fs::create_dir(&page).expect("a folder");
    std::fs::write(outer.path().join("secret.js"), "outside").expect("a file");
    std::fs::write(page.join("index.html"), "a page").expect("a file");
    std::fs::write(page.join("own.js"), "own").expect("a file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.js", page.join("link.js")).expect("a link");
        std::os::unix::fs::symlink("own.js", page.join("own-link.js")).expect("a link");
        std::os::unix::fs::symlink("/dev/zero", page.join("zero.js")).expect("a link");
    }
    let server = Server::with(&["--page", page.to_str().expect("a plain name")]);
    assert!(server.request("GET", "/", "").ends_with("a page"));
    assert!(server.request("GET", "/own.js", "").ends_with("own"));
    assert_eq!(server.request("GET", "/own-link.js", "").ends_with("own"), cfg!(unix));
    let names =
        ["/link.js", "/zero.js", "/../secret.js", "/%2e%2e/secret.js", "/..%2fsecret.js", "/..\\secret.js", "/app.js"];
    for name in names.into_iter().chain(["/own.js/", "/./own.js", "//own.js", "/own%2ejs", "/own.js%00"]) {
        let answer = server.request("GET", name, "");
        assert_eq!(status(&answer), "404", "{name}: {answer}");
    }
}

#[test]
fn wrong_arguments_are_told() {
    let run = crate::common::client::run;
    let (status, _, errors) = run(&["serve", "-v", "ludo"]);
    assert_eq!(status, 1);
    assert!(errors.contains("unknown variant `ludo`"), "{errors}");
    let (status, _, errors) = run(&["serve", "--page", "/nowhere"]);
    assert_eq!(status, 1);
    assert!(errors.contains("/nowhere: no index.html"), "{errors}");
    let server = Server::start();
    let (status, _, errors) = run(&["serve", "--port", &server.port.to_string()]);
    assert_eq!(status, 1);
    assert!(errors.contains("cannot listen on 127.0.0.1") && errors.contains("--port"), "{errors}");
}
