//! The part of Markdown in which the manual is written.

/// A part of a page.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Block {
    /// A heading; 1 is the title.
    Heading(usize, Vec<Span>),
    /// Text.
    Paragraph(Vec<Span>),
    /// Lines to be left as they are.
    Code(Vec<String>),
    /// Items; their numbers count from 1 if the list is ordered.
    List { ordered: bool, items: Vec<Vec<Span>> },
    /// Rows of cells; the first has the headings, which may all be empty.
    Table(Vec<Vec<Vec<Span>>>),
}

/// A part of a text.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Span {
    Text(String),
    Code(String),
    Strong(String),
    Emphasis(String),
    /// What is shown, and the address.
    Link(String, String),
}

/// Reads a page.
pub(super) fn parse(page: &str) -> Vec<Block> {
    let mut lines = page.lines().peekable();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        let line = line.trim();
        let mut rest_while = |goes_on: fn(&str) -> bool| -> Vec<String> {
            std::iter::from_fn(|| lines.next_if(|next| goes_on(next)).map(|next| next.trim().to_owned())).collect()
        };
        if line.is_empty() {
            continue;
        } else if line.starts_with("```") {
            let code = std::iter::from_fn(|| lines.next().filter(|next| !next.starts_with("```")));
            blocks.push(Block::Code(code.map(str::to_owned).collect()));
        } else if let Some((level, text)) = heading(line) {
            blocks.push(Block::Heading(level, spans(text)));
        } else if line.starts_with('|') {
            let others = rest_while(|next| next.starts_with('|'));
            // The second line only divides.
            let rows = std::iter::once(line).chain(others.iter().skip(1).map(String::as_str));
            blocks.push(Block::Table(rows.map(cells).collect()));
        } else if let Some((ordered, first)) = item(line) {
            let mut items = vec![first.to_owned()];
            for next in rest_while(|next| !next.trim().is_empty()) {
                match (item(&next), items.last_mut()) {
                    (None, Some(last)) => *last += &format!(" {next}"),
                    (Some((_, text)), _) => items.push(text.to_owned()),
                    (None, None) => {}
                }
            }
            blocks.push(Block::List { ordered, items: items.iter().map(|text| spans(text)).collect() });
        } else {
            let others = rest_while(|next| {
                !next.trim().is_empty() && !next.starts_with("```") && item(next).is_none() && !next.starts_with('|')
            });
            let text = others.iter().fold(line.to_owned(), |text, next| text + " " + next);
            blocks.push(Block::Paragraph(spans(&text)));
        }
    }
    blocks
}

/// The level and the text of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    text.strip_prefix(' ').filter(|_| level > 0).map(|text| (level, text))
}

/// Whether the list of an item is ordered, and its text.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(text) = line.strip_prefix("* ") {
        return Some((false, text));
    }
    let (number, text) = line.split_once(". ")?;
    number.parse::<u32>().is_ok().then_some((true, text))
}

/// The cells of a row. A vertical line in a cell has a backslash.
fn cells(row: &str) -> Vec<Vec<Span>> {
    let row = row.trim_matches('|').replace("\\|", "\0");
    row.split('|').map(|cell| spans(&cell.trim().replace('\0', "|"))).collect()
}

/// Reads a text.
fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if let Some((span, length)) = marked(rest) {
            if !plain.is_empty() {
                spans.push(Span::Text(std::mem::take(&mut plain)));
            }
            spans.push(span);
            rest = &rest[length..];
        } else {
            plain.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    if !plain.is_empty() {
        spans.push(Span::Text(plain));
    }
    spans
}

/// The marked part with which a text begins, and its length in bytes.
fn marked(text: &str) -> Option<(Span, usize)> {
    let between = |open: &str, close: &str| {
        let inner = text.strip_prefix(open)?;
        let end = inner.find(close)?;
        (end > 0 && !inner.starts_with(' ')).then(|| (inner[..end].to_owned(), open.len() + end + close.len()))
    };
    if text.starts_with("``") {
        return between("`` ", " ``").map(|(code, length)| (Span::Code(code), length));
    }
    if let Some((code, length)) = between("`", "`") {
        return Some((Span::Code(code), length));
    }
    if let Some((strong, length)) = between("**", "**") {
        return Some((Span::Strong(strong), length));
    }
    if let Some((emphasis, length)) = between("*", "*") {
        return Some((Span::Emphasis(emphasis), length));
    }
    let (shown, middle) = between("[", "](")?;
    let address = &text[middle..];
    let end = address.find(')')?;
    Some((Span::Link(shown.replace('`', ""), address[..end].to_owned()), middle + end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_marked_parts() {
        let text = |text: &str| Span::Text(text.to_owned());
        assert_eq!(
            spans("a `b` **c** *d* [e](f.md#g) 3 * 4"),
            [
                text("a "),
                Span::Code("b".into()),
                text(" "),
                Span::Strong("c".into()),
                text(" "),
                Span::Emphasis("d".into()),
                text(" "),
                Span::Link("e".into(), "f.md#g".into()),
                text(" 3 * 4"),
            ]
        );
        assert_eq!(spans("`` a`b ``"), [Span::Code("a`b".into())]);
    }

    #[test]
    fn pages_have_blocks() {
        let blocks = parse(
            "# A\n\ntext\nmore\n\n* one\n  goes on\n* two\n\n```sh\n# no\n```\n\n| a | b |\n|---|---|\n| 1 | 2\\|3 |\n",
        );
        assert!(matches!(&blocks[0], Block::Heading(1, _)));
        assert_eq!(blocks[1], Block::Paragraph(vec![Span::Text("text more".into())]));
        assert!(matches!(&blocks[2], Block::List { ordered: false, items } if items.len() == 2));
        assert_eq!(blocks[3], Block::Code(vec!["# no".into()]));
        assert!(matches!(&blocks[4], Block::Table(rows) if rows[1][1] == [Span::Text("2|3".into())]));
    }
}
