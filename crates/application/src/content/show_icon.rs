//! Showing the icons that browsers look for, made of the shop's icon or logo, or of its initial and colours.

use std::sync::{Arc, Mutex, PoisonError};

use domain::content::document::{ContentDoc, DocumentName};
use domain::content::palette::Theme;
use domain::images::image::{ImageKey, ImageName};
use domain::images::ports::{IconDesign, IconFile, ImageStore, PictureProcessor};
use domain::shared::order_prefix::plain_letter;
use domain::shared::ports::PortError;

use crate::content::current_content::{Content, CurrentContent};
use crate::error::ReadError;

/// What the icons of a shop are made of, without the pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    picture: Option<ImageName>,
    initial: Option<char>,
    theme: Theme,
}

impl Source {
    fn of(content: &Content) -> Self {
        let name_of = |field: &str| content.identity_text(field).rsplit('/').next().and_then(|name| ImageName::parse(name).ok());
        let theme = match ContentDoc::parse(&DocumentName::Theme, &content.theme.body) {
            Ok(ContentDoc::Theme(theme)) => theme,
            _ => Theme::default(),
        };
        Self {
            picture: name_of("favicon").or_else(|| name_of("logo")),
            initial: content.identity_text("name").chars().find_map(plain_letter).map(char::from),
            theme,
        }
    }
}

/// The icons that are in memory, all made of one source.
#[derive(Default)]
struct Kept {
    source: Option<Source>,
    icons: Vec<(IconFile, Arc<Vec<u8>>)>,
}

/// Shows icons. Clones share the memory.
#[derive(Clone)]
pub struct ShowIcon {
    content: CurrentContent,
    images: Arc<dyn ImageStore>,
    processor: Arc<dyn PictureProcessor>,
    kept: Arc<Mutex<Kept>>,
}

impl ShowIcon {
    /// Wires the use case, with nothing in memory.
    #[must_use]
    pub fn new(content: CurrentContent, images: Arc<dyn ImageStore>, processor: Arc<dyn PictureProcessor>) -> Self {
        Self { content, images, processor, kept: Arc::default() }
    }

    /// Whether the shop's icons are made; else they are the web app's.
    ///
    /// # Errors
    /// [`ReadError`] when the store of the content fails.
    pub async fn is_made(&self) -> Result<bool, ReadError> {
        Ok(self.content.get().await?.has_made_icons())
    }

    /// The icon.
    ///
    /// # Errors
    /// [`ReadError`] when a store fails, or too many pictures wait to be processed.
    pub async fn run(&self, file: IconFile) -> Result<Arc<Vec<u8>>, ReadError> {
        let source = Source::of(&*self.content.get().await?);
        if let Some(icon) = self.kept(&source, file) {
            return Ok(icon);
        }
        let picture = self.picture(source.picture.as_ref()).await?;
        let (accent, paper) = (source.theme.accent.channels(), source.theme.paper.channels());
        let design = IconDesign { picture, initial: source.initial, accent, paper };
        let icon = Arc::new(self.processor.icon(design, file).await?);
        self.keep(source, file, icon.clone());
        Ok(icon)
    }

    async fn picture(&self, name: Option<&ImageName>) -> Result<Option<Vec<u8>>, PortError> {
        let Some(name) = name else { return Ok(None) };
        Ok(self.images.get(&ImageKey::main(name.clone())).await?.map(|stored| stored.bytes))
    }

    fn kept(&self, source: &Source, file: IconFile) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let icons = (kept.source.as_ref() == Some(source)).then_some(&kept.icons)?;
        icons.iter().find(|(of, _)| *of == file).map(|(_, icon)| icon.clone())
    }

    fn keep(&self, source: Source, file: IconFile, icon: Arc<Vec<u8>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.source.as_ref() != Some(&source) {
            *kept = Kept { source: Some(source), icons: Vec::new() };
        }
        kept.icons.retain(|(of, _)| *of != file);
        kept.icons.push((file, icon));
    }
}

#[cfg(test)]
mod tests {
    use domain::content::repository::MockContentRepository;
    use domain::images::ports::{MockImageStore, MockPictureProcessor, StoredImage};
    use serde_json::{Value, json};

    use super::*;
    use crate::content::samples::{published, reading};

    /// The icons of a shop with this identity, whose pictures are stored as their names.
    fn icons_of(identity: Value, made: usize) -> ShowIcon {
        let mut store = MockContentRepository::new();
        store.expect_published().returning(move || Ok(vec![published("identity", identity.clone())]));
        let mut images = MockImageStore::new();
        images.expect_get().returning(|key| {
            let bytes = key.name.as_str().as_bytes().to_vec();
            Ok((key.name.as_str() != "9-gone.webp").then_some(StoredImage { bytes, content_type: "image/webp", etag: String::new() }))
        });
        let mut processor = MockPictureProcessor::new();
        processor.expect_icon().times(made).returning(|design, file| {
            let picture = design.picture.map(|bytes| String::from_utf8(bytes).unwrap());
            Ok(format!("{file:?} {picture:?} {:?} {:?}", design.initial, design.accent).into_bytes())
        });
        ShowIcon::new(reading(store).1, Arc::new(images), Arc::new(processor))
    }

    async fn text(icons: &ShowIcon, file: IconFile) -> String {
        String::from_utf8(icons.run(file).await.unwrap().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn an_icon_is_made_once_of_icon_logo_or_initial() {
        for (identity, expected) in [
            (json!({ "name": "සුමුදු Élan" }), "Favicon None Some('E') [155, 47, 79]"),
            (json!({ "name": "සුමුදු" }), "Favicon None None [155, 47, 79]"),
            (json!({ "name": "Nelum", "logo": "/images/1-logo.webp" }), "Favicon Some(\"1-logo.webp\") Some('N') [155, 47, 79]"),
            (
                json!({ "name": "Nelum", "logo": "/images/1-logo.webp", "favicon": "https://shop.example/images/2-icon.webp" }),
                "Favicon Some(\"2-icon.webp\") Some('N') [155, 47, 79]",
            ),
            (json!({ "name": "Nelum", "logo": "/images/9-gone.webp" }), "Favicon None Some('N') [155, 47, 79]"),
        ] {
            let icons = icons_of(identity, 2);
            assert!(icons.is_made().await.unwrap());
            for _ in 0..2 {
                assert_eq!(text(&icons, IconFile::Favicon).await, expected);
                assert!(text(&icons.clone(), IconFile::Large).await.starts_with("Large"));
            }
        }
    }

    #[tokio::test]
    async fn the_demo_shop_has_the_web_apps_icons_until_it_publishes_one() {
        let named = |favicon: Option<&str>| json!({ "name": "Araliya", "favicon": favicon });
        assert!(!icons_of(named(None), 0).is_made().await.unwrap());
        assert!(icons_of(named(Some("/images/2-icon.webp")), 0).is_made().await.unwrap());
    }
}
