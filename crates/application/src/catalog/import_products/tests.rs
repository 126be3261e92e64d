//! Imports on mocked ports.

use domain::catalog::ports::MockProductImporter;
use domain::catalog::product_change::DetailsEdit;
use domain::catalog::product_import::{Column, Plan};
use domain::images::ports::MockImageStore;
use domain::shared::edit::Edit;
use domain::shared::error::{ErrorKind, FeatureError as _};
use domain::shared::text::PictureUrl;
use testkit::sample_products;

use super::*;
use crate::samples::{actor, admin, away, clock, ids};

fn problem(row: u32, column: Column) -> RowProblem {
    ImportRow::of(row, sample_products::code()).problem(column, "is wrong")
}

fn sheet(problems: Vec<RowProblem>) -> Sheet {
    let rows = vec![ImportRow::of(2, sample_products::code()), ImportRow::of(3, sample_products::code())];
    Sheet { rows, problems, notices: Vec::new() }
}

fn importing(importer: MockProductImporter) -> ImportProducts {
    importing_beside(importer, MockImageStore::new())
}

fn importing_beside(importer: MockProductImporter, images: MockImageStore) -> ImportProducts {
    ImportProducts::new(Arc::new(importer), Arc::new(images), ids(), clock())
}

async fn run(importer: MockProductImporter, sheet: Sheet) -> Result<ImportCounts, ImportProductsError> {
    let watcher: ImportWatcher = Arc::new(|_| {});
    importing(importer).run(&actor(&admin()), sheet, &watcher).await
}

fn checking(problems: Vec<RowProblem>) -> MockProductImporter {
    let mut importer = MockProductImporter::new();
    importer.expect_check().returning(move |_, _| Ok(Plan { unchanged: 1, problems: problems.clone(), ..Plan::default() }));
    importer
}

#[tokio::test]
async fn problems_are_in_the_order_of_the_sheet() {
    let importer = checking(vec![problem(3, Column::Price), problem(2, Column::Stock)]);
    let tried = importing(importer).try_out(sheet(vec![problem(3, Column::ProductName), problem(4, Column::ProductId)])).await.unwrap();
    let told: Vec<_> = tried.problems.iter().map(|p| (p.row, p.column.unwrap())).collect();
    assert_eq!(told, [(2, Column::Stock), (3, Column::ProductName), (3, Column::Price), (4, Column::ProductId)]);
    assert_eq!(tried.counts, ImportCounts { unchanged: 1, ..ImportCounts::default() });
}

#[tokio::test]
async fn a_sheet_with_a_wrong_cell_never_reaches_the_shop() {
    let refused = run(checking(Vec::new()), sheet(vec![problem(2, Column::Price)])).await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Invalid, "import.refused"));
    assert!(matches!(refused, ImportProductsError::Refused(DryRun { problems, .. }) if problems.len() == 1));
}

#[tokio::test]
async fn a_good_sheet_is_imported() {
    let counts = ImportCounts { created: 1, updated: 1, unchanged: 0 };
    let mut importer = checking(Vec::new());
    importer.expect_import().returning(move |import, _, _, _| {
        assert_eq!(import.len(), 2);
        Ok(Answer::Imported(counts))
    });
    assert_eq!(run(importer, sheet(Vec::new())).await.unwrap(), counts);
}

#[tokio::test]
async fn problems_that_arise_meanwhile_are_returned() {
    for (later, told) in [(vec![problem(3, Column::Stock)], 3), (Vec::new(), 2)] {
        let mut importer = MockProductImporter::new();
        let mut checks = vec![later, Vec::new()];
        importer.expect_check().returning(move |_, _| Ok(Plan { problems: checks.pop().unwrap(), ..Plan::default() }));
        importer.expect_import().returning(|_, _, _, _| Ok(Answer::Refused(vec![problem(2, Column::Version)])));
        let refused = run(importer, sheet(Vec::new())).await.unwrap_err();
        let ImportProductsError::Refused(DryRun { problems, .. }) = refused else { panic!("{refused}") };
        assert_eq!(problems.iter().map(|p| p.row).collect::<Vec<_>>(), [told]);
    }
}

#[tokio::test]
async fn a_database_that_is_away_is_said_to_be() {
    let mut importer = checking(Vec::new());
    importer.expect_import().returning(|_, _, _, _| Err(away()));
    assert_eq!(run(importer, sheet(Vec::new())).await.unwrap_err().kind(), ErrorKind::Unavailable);
}

#[tokio::test]
async fn a_picture_that_the_shop_does_not_have_is_a_problem() {
    let mut product = sample_products::product("Rose Soap");
    let pictures = ["/images/1714-rose.webp", "/images/1714-gone.webp", "/images/nothing", "https://cdn.example/images/x.webp"];
    product.details.images = pictures.map(|url| PictureUrl::parse(url).unwrap()).into();
    let row = ImportRow {
        details: DetailsEdit { images: Edit::Set(product.details.images.clone()), ..DetailsEdit::default() },
        ..ImportRow::of(2, product.code.clone())
    };
    let mut importer = MockProductImporter::new();
    importer.expect_check().returning(move |_, _| Ok(Plan { created: vec![product.clone()], ..Plan::default() }));
    let mut images = MockImageStore::new();
    images.expect_contains().times(2).returning(|name| Ok(name.as_str().contains("rose")));
    let sheet = Sheet { rows: vec![row], ..Sheet::default() };
    let tried = importing_beside(importer, images).try_out(sheet).await.unwrap();
    let told: Vec<_> = tried.problems.iter().map(|problem| (problem.row, problem.column)).collect();
    assert_eq!(told, [(2, Some(Column::Images))]);
    assert!(tried.problems.iter().any(|problem| problem.sentence.contains("1714-gone.webp")), "{:?}", tried.problems);
    assert_eq!(tried.new_products.len(), 1);
}
