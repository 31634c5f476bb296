//! A page of the manual for `man`, of section 7.

use roff::{Inline, Roff, bold, italic, roman};

use super::markdown::{Block, Span, parse};
use super::topic::{Topic, related};

/// The page of a topic, called `bactrian-TOPIC`.
pub fn manual_page(topic: &Topic) -> String {
    let name = format!("bactrian-{}", topic.name);
    let mut page = Roff::new();
    page.control("TH", [name.as_str(), "7", "", concat!("Bactrian ", env!("CARGO_PKG_VERSION")), "Bactrian's manual"]);
    page.control("SH", ["NAME"]).text([roman(format!("{name} - {}", topic.title()))]);
    page.control("SH", ["DESCRIPTION"]);
    // The title is the name.
    parse(topic.markdown).iter().skip(1).for_each(|block| write(&mut page, block));
    let mut others: Vec<String> = related(topic).iter().map(|name| format!("bactrian-{name}(7)")).collect();
    others.insert(0, "bactrian(1)".to_owned());
    page.control("SH", ["SEE ALSO"]).text([roman(others.join(", "))]);
    page.render()
}

fn write(page: &mut Roff, block: &Block) {
    match block {
        Block::Heading(level, text) => {
            let words: String = inlines(text)
                .into_iter()
                .map(|part| match part {
                    Inline::Roman(text) | Inline::Italic(text) | Inline::Bold(text) => text,
                    Inline::LineBreak => String::new(),
                })
                .collect();
            page.control(if *level < 3 { "SH" } else { "SS" }, [words.as_str()]);
        }
        Block::Paragraph(text) => {
            page.control("PP", []).text(inlines(text));
        }
        Block::Code(lines) => {
            page.control("PP", []).control("RS", ["4"]).control("nf", []);
            for line in lines {
                page.text([roman(line.as_str())]);
            }
            page.control("fi", []).control("RE", []);
        }
        Block::List { ordered, items } => {
            for (index, item) in items.iter().enumerate() {
                let sign = if *ordered { format!("{}.", index + 1) } else { "*".to_owned() };
                page.control("IP", [sign.as_str(), "4"]).text(inlines(item));
            }
        }
        Block::Table(rows) => rows.iter().skip(1).for_each(|row| write_row(page, row)),
    }
}

/// A row as an entry: the first cell, and the others under it.
fn write_row(page: &mut Roff, row: &[Vec<Span>]) {
    let Some((first, others)) = row.split_first() else { return };
    page.control("TP", []).text(inlines(first));
    let mut text = Vec::new();
    for cell in others.iter().filter(|cell| !cell.is_empty()) {
        if !text.is_empty() {
            text.push(roman("; "));
        }
        text.extend(inlines(cell));
    }
    page.text(text);
}

fn inlines(spans: &[Span]) -> Vec<Inline> {
    let inline = |span: &Span| match span {
        Span::Text(text) => roman(text.as_str()),
        Span::Code(text) | Span::Strong(text) => bold(text.as_str()),
        Span::Emphasis(text) => italic(text.as_str()),
        Span::Link(shown, address) if address.starts_with("http") => roman(format!("{shown} <{address}>")),
        Span::Link(shown, _) => roman(shown.as_str()),
    };
    spans.iter().map(inline).collect()
}
