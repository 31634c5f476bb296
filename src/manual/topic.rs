//! The topics and their pages.

/// A page of the manual.
#[derive(Debug)]
pub struct Topic {
    /// Its name: a lower-case word, perhaps with hyphens.
    pub name: &'static str,
    /// The page. It begins with its title as a heading of the first level.
    pub markdown: &'static str,
}

impl Topic {
    /// What the reader wants to do, e.g. `Play in the browser`.
    pub fn title(&self) -> &'static str {
        self.markdown.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}

macro_rules! topics {
    ($($name:literal),+ $(,)?) => {
        /// All topics, in the order in which a new user may need them.
        pub static TOPICS: &[Topic] =
            &[$(Topic { name: $name, markdown: include_str!(concat!($name, ".md")) }),+];
    };
}

topics! {
    "install",
    "browser",
    "website",
    "xboard",
    "winboard",
    "cutechess",
    "command-line",
    "matches",
    "records",
    "notation",
    "strength",
    "games",
    "teaching",
    "weights",
    "networks",
    "tables",
    "tuning",
    "clusters",
    "uci",
    "cecp",
    "json",
    "python",
    "troubleshooting",
}

/// The topic with this name, in any case.
pub fn find(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name.eq_ignore_ascii_case(name))
}

/// The names of those of the pages, each with its name, that have this text in any case, separated by commas.
pub fn mentioning(text: &str, pages: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    let text = text.to_lowercase();
    let has = |(_, page): &(&str, &str)| page.to_lowercase().contains(&text);
    pages.filter(has).map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

/// The names of the topics that a page links to, each once, in the order of the links.
pub(super) fn related(topic: &Topic) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for (_, rest) in topic.markdown.match_indices("](").map(|(at, _)| topic.markdown.split_at(at + 2)) {
        let address = rest.split([')', '#']).next().unwrap_or_default();
        let linked = address.strip_suffix(".md").and_then(find);
        names.extend(linked.map(|linked| linked.name).filter(|name| *name != topic.name && !names.contains(name)));
    }
    names
}
