//! Finds the definitions of diagrams: elements of a web page, or a text that is nothing else.

use super::super::problem::MAX_SECTIONS;

/// The functions that a page's script calls to change the rules of its diagrams, and their effects.
static OWN_RULES: [(&str, &str); 6] = [
    ("WeirdPromotion", "promotions and captures"),
    ("CustomPromotion", "promotions"),
    ("BadZone", "where pieces may go"),
    ("WeirdChain", "moves of several pieces"),
    ("Setup", "the whole game"),
    ("TestMate", "the end of the game"),
];

/// The most lines of a definition.
const MAX_ROWS: usize = 500;

/// A line of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The line of the file, from 1.
    pub line: usize,
    pub text: String,
}

/// The definition of a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Block {
    /// The line where it begins, from 1.
    pub line: usize,
    pub rows: Vec<Row>,
    /// Whether it has more lines than are read.
    pub is_long: bool,
}

impl Block {
    fn of(text: &str, line: usize) -> Self {
        let mut rows = rows(text, line);
        let is_long = rows.len() > MAX_ROWS;
        rows.truncate(MAX_ROWS);
        Self { line, rows, is_long }
    }
}

/// A text with definitions of diagrams.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Page {
    /// The page's title; empty if it has none.
    pub title: String,
    pub blocks: Vec<Block>,
    /// A function of the page's script that changes the rules: its line, its name, and what it decides.
    pub script: Option<(usize, &'static str, &'static str)>,
}

/// Whether a text is a web page, or defines a diagram and not games in sections.
pub(in super::super) fn is_diagram(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_piece = |row: &str| {
        let name = row.split(':').next().unwrap_or_default();
        row.matches(':').count() >= 4 && !name.contains(['=', '<'])
    };
    let is_section = |row: &str| row.starts_with('[');
    let mut rows = text.lines().map(str::trim);
    text.starts_with('<')
        || rows.clone().any(|row| row.starts_with("<div")) && !elements(text, &text.to_ascii_lowercase()).is_empty()
        || rows.clone().any(is_piece) && !rows.any(is_section)
}

impl Page {
    /// The definitions of a text.
    pub(super) fn of(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let ranges = elements(text, &lower);
        if ranges.is_empty() && !text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
            return Self { blocks: vec![Block::of(text, 1)], ..Self::default() };
        }
        let mut counter = LineCounter { text, at: 0, line: 1 };
        let block = |&(start, end): &(usize, usize)| {
            let line = counter.line_of(start);
            Block::of(&text[start..end], line)
        };
        Self { title: title(text, &lower), blocks: ranges.iter().map(block).collect(), script: own_rules(text) }
    }
}

/// Counts lines up to ever later places of a text.
struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    fn line_of(&mut self, place: usize) -> usize {
        self.line += self.text.as_bytes()[self.at..place].iter().filter(|&&byte| byte == b'\n').count();
        self.at = place;
        self.line
    }
}

/// Where the contents of the elements with diagrams begin and end. `lower` is the text in lower case.
fn elements(text: &str, lower: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = lower[at..].find('<').map(|offset| at + offset) {
        let name_end = start + 1 + lower[start + 1..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let Some(tag_end) = lower[name_end..].find(['<', '>']).map(|offset| name_end + offset) else { break };
        at = tag_end;
        let (name, tag) = (&lower[start + 1..name_end], &text[name_end..tag_end]);
        if name.is_empty() || lower[tag_end..].starts_with('<') || !is_definition(tag) {
            continue;
        }
        let end = lower[tag_end..].find(&format!("</{name}")).map_or(lower.len(), |offset| tag_end + offset);
        found.push((tag_end + 1, end.max(tag_end + 1)));
        at = end.max(tag_end + 1);
        if found.len() > MAX_SECTIONS {
            break;
        }
    }
    found
}

/// Whether an element with these attributes defines a diagram.
fn is_definition(attributes: &str) -> bool {
    let mut rest = attributes;
    while let Some((before, after)) = rest.split_once('=') {
        let name = before.split_whitespace().next_back().unwrap_or_default().to_ascii_lowercase();
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, others) = match quote {
            Some(quote) => after[1..].split_once(quote).unwrap_or((&after[1..], "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        let is_it = match name.as_str() {
            "class" => value.split_whitespace().any(|class| class == "idiagram"),
            "id" => value.trim() == "diagram",
            _ => false,
        };
        if is_it {
            return true;
        }
        rest = others;
    }
    false
}

/// The title of a page, or its first heading.
fn title(text: &str, lower: &str) -> String {
    let element = |name: &str| {
        let start = lower.find(&format!("<{name}"))?;
        let start = start + lower[start..].find('>')? + 1;
        let end = start + lower[start..].find(&format!("</{name}"))?;
        let words = without_markup(&text[start..end]).replace(char::is_control, " ");
        let title = words.split_whitespace().collect::<Vec<_>>().join(" ");
        (!title.is_empty()).then_some(title)
    };
    element("title").or_else(|| element("h1")).unwrap_or_default()
}

fn own_rules(text: &str) -> Option<(usize, &'static str, &'static str)> {
    OWN_RULES.iter().find_map(|&(name, what)| {
        let is_defined = |&(place, _): &(usize, &str)| {
            let rest = text[place + name.len()..].trim_start();
            let is_value = rest.strip_prefix('=').is_some_and(|value| value.trim_start().starts_with("function"));
            is_value || rest.starts_with('(') && text[..place].trim_end().ends_with("function")
        };
        let (place, _) = text.match_indices(name).find(is_defined)?;
        Some((LineCounter { text, at: 0, line: 1 }.line_of(place), name, what))
    })
}

/// The rows of a definition that begins in this line. Several on a line, as when a page was copied without its breaks,
/// are taken apart.
fn rows(text: &str, first: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for (line, row) in (first..).zip(text.split('\n')) {
        if rows.len() > MAX_ROWS {
            break;
        }
        let lower = row.to_ascii_lowercase();
        let mut starts: Vec<usize> = lower.match_indices("<br").map(|(place, _)| place).collect();
        starts.push(row.len());
        let mut start = 0;
        for end in starts {
            let plain = without_markup(&row[start..end]);
            start = end;
            rows.extend(split_row(&plain).into_iter().map(|text| Row { line, text }));
        }
    }
    rows
}

/// A text without tags, with its entities decoded.
fn without_markup(text: &str) -> String {
    /// Entities that stand in definitions.
    const ENTITIES: [(&str, &str); 7] = [
        ("&nbsp;", " "),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain += before;
        // The end of a tag that is not there is the end of the line.
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    plain += rest;
    ENTITIES.iter().fold(plain, |plain, (entity, letter)| plain.replace(entity, letter))
}

/// The least number of colons in the row of a piece.
pub(super) const PIECE_COLONS: usize = 4;

/// The settings and pieces of a line, usually one.
fn split_row(line: &str) -> Vec<String> {
    let line = line.trim();
    let is_setting = |word: &str| {
        let key = word.split_once('=').map_or("", |(key, _)| key);
        !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
    };
    let is_piece = |word: &str| word.matches(':').count() >= PIECE_COLONS;
    let starts = |word: &&str| is_setting(word) || is_piece(word);
    if line.starts_with(['#', ';']) || line.split_whitespace().filter(starts).count() < 2 {
        return if line.is_empty() { Vec::new() } else { vec![line.to_owned()] };
    }
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for word in line.split_whitespace() {
        match rows.last_mut() {
            Some(row) if !starts(&word) => row.push(word),
            Some(row) if !is_setting(word) => {
                // The words before belong to the name.
                let is_word = |word: &&&str| word.chars().all(char::is_alphabetic);
                let of_name = row[1..].iter().rev().take_while(is_word).count();
                let mut next = row.split_off(row.len() - of_name);
                next.push(word);
                rows.push(next);
            }
            _ => rows.push(vec![word]),
        }
    }
    rows.into_iter().map(|row| row.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &Page) -> Vec<Vec<&str>> {
        page.blocks.iter().map(|block| block.rows.iter().map(|row| row.text.as_str()).collect()).collect()
    }

    #[test]
    fn definitions_are_found_in_pages() {
        let page = Page::of(
            "<html><title>Two\n games</title>\n<DIV style='x' class=\"a idiagram\">\nfiles=9<br />\n K&amp;L:K:K:x:e1\n</DIV>\n\
             <p id=diagram>files=7</p><div class='diagram'>no</div>",
        );
        assert_eq!(page.title, "Two games");
        assert_eq!(texts(&page), [vec!["files=9", "K&L:K:K:x:e1"], vec!["files=7"]]);
        assert_eq!(page.blocks.iter().map(|block| block.line).collect::<Vec<_>>(), [3, 7]);
        assert_eq!(page.blocks[0].rows[1].line, 5);
    }

    #[test]
    fn rules_in_scripts_are_found() {
        let page = |script: &str| Page::of(&format!("<script>\n{script}\n</script>")).script.map(|(line, ..)| line);
        assert_eq!(page("function WeirdPromotion(x) {}"), Some(2));
        assert_eq!(page("var BadZone = function(x, y) {}"), Some(2));
        assert_eq!(page("if(WeirdPromotion(x)) y()"), None);
    }

    #[test]
    fn lines_are_taken_apart_where_breaks_are_lost() {
        assert_eq!(
            split_row("files=12 ranks=10 Big King:K:K::e1 Rook::::a1, h1"),
            ["files=12", "ranks=10", "Big King:K:K::e1", "Rook::::a1, h1"]
        );
        assert_eq!(split_row("Big King:K:K:big king:e1,,e8:0,1"), ["Big King:K:K:big king:e1,,e8:0,1"]);
        assert_eq!(split_row("promoChoice=Q N"), ["promoChoice=Q N"]);
    }

    #[test]
    fn texts_are_told_from_other_files() {
        for (text, expected) in [
            ("files=8\nKing::::e1\n", true),
            ("\u{feff}<!DOCTYPE html>\n", true),
            ("Some words.\n<div class=idiagram>\nfiles=8\n</div>", true),
            ("[a:chess]\npromotedPieceType = p:g s:g n:g l:g\n", false),
            ("promotedPieceType = p:g s:g n:g l:g\n", false),
            ("", false),
        ] {
            assert_eq!(is_diagram(text), expected, "{text}");
        }
    }
}
