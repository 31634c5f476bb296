//! Which requests are refused, whatever they ask for.
//!
//! A page of another site, open in the same browser, can send requests to this server. Its `Origin` betrays it; after
//! DNS rebinding, where the other site's name resolves to this machine, its `Host` does.

use std::hint::black_box;
use std::net::IpAddr;

use super::http::{Headers, Request};

/// Decides which requests are refused.
pub(super) struct Guard {
    /// What clients have to know; `None` on loopback.
    token: Option<String>,
    /// The name of the cookie that holds it. Browsers do not tell servers apart by their ports.
    cookie: String,
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refusal {
    /// The status of the answer.
    pub status: u16,
    /// Why, in a sentence.
    pub why: &'static str,
}

impl Refusal {
    const fn forbidden(why: &'static str) -> Self {
        Self { status: 403, why }
    }
}

impl Guard {
    /// A guard that asks for this token on this port.
    pub fn new(token: Option<String>, port: u16) -> Self {
        Self { token, cookie: format!("bactrian-{port}") }
    }

    /// Checks that a request is meant for this server and comes from its own page or from no page.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&self, headers: &Headers) -> Result<(), Refusal> {
        let host = headers.single("host").ok_or(Refusal::forbidden("the request needs one Host header"))?;
        if !is_own_host(host) {
            return Err(Refusal::forbidden("this server answers to localhost and to IP addresses only"));
        }
        if headers.all("origin").next().is_none() {
            return Ok(());
        }
        match headers.single("origin").and_then(|origin| origin.strip_prefix("http://")) {
            Some(origin) if origin.eq_ignore_ascii_case(host) => Ok(()),
            _ => Err(Refusal::forbidden("this server does not answer pages of other sites")),
        }
    }

    /// Checks that a request has the token in its query or in a cookie. Returns the cookie to set if it is in the query.
    ///
    /// # Errors
    /// When it has not.
    pub fn check_token(&self, request: &Request) -> Result<Option<String>, Refusal> {
        let Some(token) = &self.token else { return Ok(None) };
        let mut in_query = request.query().split('&').filter_map(|part| part.strip_prefix("token="));
        if in_query.any(|given| is_same(given, token)) {
            return Ok(Some(format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie)));
        }
        let parts = request.headers.all("cookie").flat_map(|value| value.split(';')).map(str::trim);
        let mut in_cookies = parts.filter_map(|part| part.split_once('=')).filter(|(name, _)| *name == self.cookie);
        if in_cookies.any(|(_, given)| is_same(given, token)) {
            return Ok(None);
        }
        Err(Refusal { status: 401, why: "open the address that the server printed, with its token" })
    }
}

/// Whether a host, perhaps with a port, is an IP address or `localhost`. No other name can be asked for without DNS.
fn is_own_host(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((address, port)) if port.is_empty() || is_port(port) => address,
            _ => return false,
        },
        None => match host.split_once(':') {
            Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
            Some(_) => return false,
            None => host,
        },
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

fn is_port(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Compares secrets in a time that does not depend on where they differ.
fn is_same(given: &str, token: &str) -> bool {
    // Without the black box the compiler might end the loop at the first difference.
    let differences = given.bytes().zip(token.bytes()).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
    given.len() == token.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "host";
    const ORIGIN: &str = "origin";

    fn checked(headers: &[(&str, &str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Guard::new(None, 80).check(&Headers(headers.collect())).is_ok()
    }

    #[test]
    fn own_hosts_are_addresses_and_localhost() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8420", "[::1]:8420", "[::1]", "192.168.1.7"] {
            assert!(checked(&[(HOST, host)]), "{host}");
        }
        let foreign = [
            "example.com",
            "localhost.example.com",
            "127.0.0.1.nip.io",
            "127.0.0.1:80:80",
            "[::1",
            "[::1]x",
            "",
            "a@127.0.0.1",
        ];
        for host in foreign {
            assert!(!checked(&[(HOST, host)]), "{host}");
        }
        assert!(!checked(&[]) && !checked(&[(HOST, "127.0.0.1"), (HOST, "127.0.0.1")]));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let host = (HOST, "127.0.0.1:8420");
        assert!(checked(&[host, (ORIGIN, "http://127.0.0.1:8420")]));
        for origin in
            ["http://example.com", "https://127.0.0.1:8420", "http://127.0.0.1:8421", "null", "http://localhost:8420"]
        {
            assert!(!checked(&[host, (ORIGIN, origin)]), "{origin}");
        }
    }

    #[test]
    fn the_token_is_asked_for_if_there_is_one() {
        let guard = Guard::new(Some("0123".to_owned()), 8420);
        let asked = |query: &str, cookies: &[&str]| {
            let headers = cookies.iter().map(|cookie| ("cookie".to_owned(), (*cookie).to_owned())).collect();
            let target = format!("/app.js?{query}");
            guard.check_token(&Request { target, headers: Headers(headers), ..Request::default() })
        };
        for query in ["token=0123", "x=1&token=0123"] {
            let cookie = asked(query, &[]).expect("it is the token").expect("a cookie");
            assert_eq!(cookie, "bactrian-8420=0123; Path=/; HttpOnly; SameSite=Strict");
        }
        for query in ["", "token=", "token=012", "token=01234", "token=0124", "nottoken=0123", "bactrian-8420=0123"] {
            assert!(asked(query, &[]).is_err(), "{query}");
        }
        for cookies in
            [&["bactrian-8420=0123"][..], &["a=b; bactrian-8420=0123"], &["bactrian-8420=9", "bactrian-8420=0123;"]]
        {
            assert_eq!(asked("", cookies), Ok(None), "{cookies:?}");
        }
        for cookie in
            ["bactrian-8421=0123", "bactrian-8420=", "bactrian-8420=01234", "xbactrian-8420=0123", "token=0123", ";=;"]
        {
            assert!(asked("", &[cookie]).is_err(), "{cookie}");
        }
        assert_eq!(Guard::new(None, 80).check_token(&Request::default()), Ok(None));
    }
}
