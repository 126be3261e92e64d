//! Reads the home page, and finds its pictures.

use super::{FeaturedSource, Home, MAX_CHOSEN, MAX_TEXT_SECTIONS, ReasonIcon, Scrim, Section, SectionContent};
use crate::catalog::product_code::ProductCode;
use crate::content::picture::Picture;
use crate::content::reader::{Field, Part, Reader, text_parts};
use crate::shared::json::text_json;

text_parts!(ProductCode);
text_json!(ProductCode, Self::parse);

impl Part for Scrim {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        reader.word(field, &Self::ALL)
    }
}

impl Part for ReasonIcon {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        reader.word(field, &Self::ALL)
    }
}

impl Part for FeaturedSource {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        match field.get("kind").text() {
            Some("discounted") => Some(Self::Discounted),
            Some("newest") => Some(Self::Newest),
            Some("bestselling") => Some(Self::Bestselling),
            Some("category") => Part::read(reader, &field.get("name")).map(|name| Self::Category { name }),
            Some("brand") => Part::read(reader, &field.get("name")).map(|name| Self::Brand { name }),
            Some("chosen") => {
                let codes = reader.list(&field.get("productIds"), (1, MAX_CHOSEN), Part::read);
                codes.map(|product_ids| Self::Chosen { product_ids })
            }
            _ => reader.fault(&field.get("kind"), "must be one of discounted, newest, bestselling, category, brand, chosen"),
        }
    }
}

impl Part for Section {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let is_shown = reader.flag(&field.get("isShown"), true);
        let content = SectionContent::read(reader, field);
        Some(Self { is_shown: is_shown?, content: content? })
    }
}

impl Part for SectionContent {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        match field.get("kind").text() {
            Some("hero") => Part::read(reader, field).map(Self::Hero),
            Some("title") => Part::read(reader, field).map(Self::Title),
            Some("featured") => Part::read(reader, field).map(Self::Featured),
            Some("whyUs") => Part::read(reader, field).map(Self::WhyUs),
            Some("partners") => Part::read(reader, field).map(Self::Partners),
            Some("reviews") => Part::read(reader, field).map(Self::Reviews),
            Some("tips") => Part::read(reader, field).map(Self::Tips),
            Some("text") => Part::read(reader, field).map(Self::Text),
            _ => reader.fault(&field.get("kind"), "must be one of hero, title, featured, whyUs, partners, reviews, tips, text"),
        }
    }
}

impl Home {
    /// Reads a home page that has each kind of section as often as it may.
    pub(in crate::content) fn read_once(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let home = Self::read(reader, field)?;
        let kinds: Vec<&str> = home.sections.iter().map(|section| section.content.kind()).collect();
        for (index, kind) in kinds.iter().enumerate() {
            let most = if *kind == "text" { MAX_TEXT_SECTIONS } else { 1 };
            if kinds.iter().take(index + 1).filter(|other| *other == kind).count() > most {
                reader.fault::<()>(&field.get(&format!("sections[{index}].kind")), format!("must be there at most {most} times"));
            }
        }
        Some(home)
    }

    /// Its pictures, with their fields.
    pub(in crate::content) fn pictures(&self) -> Vec<(String, &Picture)> {
        self.sections.iter().enumerate().flat_map(|(index, section)| section_pictures(index, section)).collect()
    }
}

fn section_pictures(index: usize, section: &Section) -> Vec<(String, &Picture)> {
    let path = |list: &str, item: usize, field: &str| format!("sections[{index}].{list}[{item}].{field}");
    match &section.content {
        SectionContent::Hero(hero) => {
            let pictures =
                hero.slides.iter().enumerate().flat_map(|(item, slide)| [(item, "wide", &slide.wide), (item, "tall", &slide.tall)]);
            pictures.map(|(item, field, picture)| (path("slides", item, field), picture)).collect()
        }
        SectionContent::Partners(partners) => {
            partners.partners.iter().enumerate().map(|(item, partner)| (path("partners", item, "logo"), &partner.logo)).collect()
        }
        _ => Vec::new(),
    }
}
