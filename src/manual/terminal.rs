//! A page of the manual as text for a terminal.

use super::markdown::{Block, Span, parse};
use super::topic::{Topic, related};

/// How far code, lists and tables are indented, in columns.
const INDENT: usize = 4;
/// Columns between two cells of a table.
const GAP: usize = 2;

/// How a page looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The most columns of a line; code and words that are longer stay whole.
    pub width: usize,
    /// Whether the terminal shows bold and underlined text. Without, code has its backquotes.
    pub marks: bool,
}

impl Style {
    /// A text between the sequences that make it bold, or whatever this number stands for.
    fn mark(self, number: u8, text: &str) -> String {
        if self.marks { format!("\x1b[{number}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn bold(self, text: &str) -> String {
        self.mark(1, text)
    }

    fn underlined(self, text: &str) -> String {
        self.mark(4, text)
    }
}

/// The page of a topic, with the topics that it refers to at its end.
pub fn text_page(topic: &Topic, style: Style) -> String {
    let mut page = String::new();
    for block in parse(topic.markdown) {
        if !page.is_empty() {
            page.push('\n');
        }
        page += &block_text(&block, style);
    }
    let related: Vec<String> = related(topic).into_iter().map(|name| format!("bactrian help {name}")).collect();
    if !related.is_empty() {
        page += &format!("\n{}\n", style.bold("See also"));
        page += &filled(&related.join(", "), style.width, INDENT, " ");
    }
    page
}

fn block_text(block: &Block, style: Style) -> String {
    match block {
        Block::Heading(_, text) => style.bold(&plain(text)) + "\n",
        Block::Paragraph(text) => filled(&inline(text, style), style.width, 0, ""),
        Block::Code(lines) => {
            lines.iter().map(|line| format!("{}{line}\n", " ".repeat(INDENT)).replace("    \n", "\n")).collect()
        }
        Block::List { ordered, items } => {
            let sign = |number: usize| if *ordered { format!(" {number}. ") } else { "  * ".to_owned() };
            let item = |(index, item)| filled(&inline(item, style), style.width, INDENT, &sign(index + 1));
            items.iter().map(Vec::as_slice).enumerate().map(item).collect()
        }
        Block::Table(rows) => table(rows, style),
    }
}

/// A text without marks.
fn plain(spans: &[Span]) -> String {
    let text = |span: &Span| match span {
        Span::Text(text) | Span::Code(text) | Span::Strong(text) | Span::Emphasis(text) => text.clone(),
        Span::Link(shown, _) => shown.clone(),
    };
    spans.iter().map(text).collect()
}

fn inline(spans: &[Span], style: Style) -> String {
    let text = |span: &Span| match span {
        Span::Text(text) => text.clone(),
        Span::Code(code) if style.marks => style.bold(code),
        Span::Code(code) => format!("`{code}`"),
        Span::Strong(text) => style.bold(text),
        Span::Emphasis(text) => style.underlined(text),
        Span::Link(shown, address) if address.starts_with("http") => format!("{shown} <{address}>"),
        Span::Link(shown, _) => shown.clone(),
    };
    spans.iter().map(text).collect()
}

/// How many columns a text takes.
fn width(text: &str) -> usize {
    let mut in_mark = false;
    let visible = text.chars().filter(|&c| {
        let was_in_mark = in_mark;
        in_mark = c == '\x1b' || (in_mark && c != 'm');
        !was_in_mark && !in_mark
    });
    visible.count()
}

/// Breaks a text into lines of at most so many columns; a longer word has a line for itself.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= most {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A text in lines, indented by so many columns; the first has this sign there.
fn filled(text: &str, most: usize, indent: usize, sign: &str) -> String {
    let begin = |index| if index == 0 { sign } else { "" };
    let lines = wrapped(text, most.saturating_sub(indent)).into_iter().enumerate();
    lines.map(|(index, line)| format!("{:indent$}{line}\n", begin(index))).collect()
}

/// A table, its columns as wide as they need to be and the page allows.
fn table(rows: &[Vec<Vec<Span>>], style: Style) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let is_headed = rows.first().is_some_and(|row| row.iter().any(|cell| !cell.is_empty()));
    let header = |cell: &Vec<Span>| style.underlined(&plain(cell));
    let mut texts: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| inline(cell, style)).collect()).collect();
    texts[0] = rows[0].iter().map(header).collect();
    let cells = |column: usize| texts.iter().filter_map(move |row| row.get(column));
    let longest_word = |text: &String| text.split_whitespace().map(width).max().unwrap_or_default();
    let least: Vec<usize> =
        (0..columns).map(|column| cells(column).map(longest_word).max().unwrap_or_default()).collect();
    let mut widths: Vec<usize> =
        (0..columns).map(|column| cells(column).map(|text| width(text)).max().unwrap_or_default()).collect();
    while INDENT + widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > style.width {
        // The widest column gives way.
        let shrinks = |column: &usize| widths[*column] > least[*column];
        let Some(widest) = (0..columns).filter(shrinks).max_by_key(|&column| widths[column]) else { break };
        widths[widest] -= 1;
    }
    texts.iter().skip(usize::from(!is_headed)).map(|row| table_row(row, &widths)).collect()
}

fn table_row(row: &[String], widths: &[usize]) -> String {
    let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(text, &most)| wrapped(text, most)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or_default();
    let line = |index: usize| {
        let mut line = " ".repeat(INDENT);
        for (cell, &most) in cells.iter().zip(widths) {
            let text = cell.get(index).map_or("", String::as_str);
            line += text;
            line += &" ".repeat(most.saturating_sub(width(text)) + GAP);
        }
        line.trim_end().to_owned() + "\n"
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manual::topic::TOPICS;

    #[test]
    fn pages_keep_to_the_width() {
        for topic in TOPICS {
            for columns in [60, 80, 120] {
                let page = text_page(topic, Style { width: columns, marks: true });
                assert!(page.starts_with("\x1b[1m") && !page.contains("\n\n\n"), "{page}");
                let is_code = |line: &str| line.starts_with("    ") || line.split_whitespace().count() == 1;
                let long = page.lines().find(|line| width(line) > columns && !is_code(line));
                assert_eq!(long, None, "{}", topic.name);
            }
        }
    }

    #[test]
    fn tables_are_aligned() {
        let style = Style { width: 30, marks: false };
        let topic = Topic { name: "x", markdown: "| a | b |\n|---|---|\n| `one` | two three four five six |\n" };
        assert_eq!(text_page(&topic, style), "    a      b\n    `one`  two three four five\n           six\n");
    }
}
