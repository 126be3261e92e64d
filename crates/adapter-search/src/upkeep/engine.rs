//! Opening and creating the index.

use std::path::Path;

use domain::catalog::ports::FeedCursor;
use tantivy::directory::MmapDirectory;
use tantivy::error::DataCorruption;
use tantivy::{Index, IndexReader, ReloadPolicy};

use crate::error::IndexError;
use crate::index::schema::{Fields, schema, settings};
use crate::index::snapshot::View;
use crate::index::weighted::{TOKENIZER, WeightedTokenizer};
use crate::upkeep::folder::{Folder, remove};
use crate::upkeep::indexer::Indexer;

/// The list of the files of an index.
pub(crate) const META: &str = "meta.json";

/// An index with what reads and writes it.
pub(crate) struct Engine {
    pub(crate) indexer: Indexer,
    reader: IndexReader,
    fields: Fields,
    /// The moment that its last commit names.
    pub(crate) cursor: Option<FeedCursor>,
}

impl Engine {
    /// An empty index in memory.
    pub(crate) fn in_memory() -> Result<Self, IndexError> {
        Self::of(Index::builder().schema(schema().0).settings(settings()).create_in_ram()?)
    }

    /// The index in a folder, or an empty one where there is none.
    pub(crate) fn open(folder: &Folder) -> Result<Self, IndexError> {
        let path = folder.index();
        if path.join(META).exists() { Self::load(&path) } else { Self::create(&path) }
    }

    /// An empty index at `path`, in place of what is there.
    pub(crate) fn create(path: &Path) -> Result<Self, IndexError> {
        remove(path)?;
        std::fs::create_dir_all(path)?;
        Self::of(Index::builder().schema(schema().0).settings(settings()).create_in_dir(path)?)
    }

    /// Opens the index at `path` if all its files are as they were written. The list of files in `meta.json` has no checksum: what it
    /// may say wrongly is compared with the files ([`crate::index::segment`]) and with the catalogue ([`crate::upkeep::comparison`]).
    pub(crate) fn load(path: &Path) -> Result<Self, IndexError> {
        let index = Index::open(MmapDirectory::open(path).map_err(tantivy::TantivyError::from)?)?;
        let corrupt = |reason: &str| Err(tantivy::TantivyError::from(DataCorruption::comment_only(reason)).into());
        if index.schema() != schema().0 || *index.settings() != settings() {
            return corrupt("another schema");
        }
        if !index.validate_checksum()?.is_empty() {
            return corrupt("another checksum");
        }
        let engine = Self::of(index)?;
        engine.view(None)?;
        Ok(engine)
    }

    /// The products of the last commit. `former` is what they were before.
    pub(crate) fn view(&self, former: Option<&View>) -> tantivy::Result<View> {
        self.reader.reload()?;
        View::open(&self.reader.searcher(), &self.fields, former)
    }

    fn of(index: Index) -> Result<Self, IndexError> {
        let fields = schema().1;
        index.tokenizers().register(TOKENIZER, WeightedTokenizer::default());
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).doc_store_cache_num_blocks(0).try_into()?;
        let cursor = index.load_metas()?.payload.map(FeedCursor);
        Ok(Self { indexer: Indexer::new(index, fields), reader, fields, cursor })
    }
}
