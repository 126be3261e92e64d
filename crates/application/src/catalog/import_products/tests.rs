//! Imports on mocked ports.

use domain::catalog::ports::MockProductImporter;
use domain::catalog::product_import::{Column, Plan};
use testkit::sample_products;

use super::*;
use crate::error::{ErrorKind, UseCaseError as _};
use crate::samples::{actor, admin, away, clock, ids};

fn problem(row: u32, column: Column) -> RowProblem {
    ImportRow::of(row, sample_products::code()).problem(column, "is wrong")
}

fn sheet(problems: Vec<RowProblem>) -> Sheet {
    Sheet { rows: vec![ImportRow::of(2, sample_products::code()), ImportRow::of(3, sample_products::code())], problems }
}

fn importing(importer: MockProductImporter) -> ImportProducts {
    ImportProducts::new(Arc::new(importer), ids(), clock())
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
    let mut importer = MockProductImporter::new();
    importer.expect_import().returning(move |import, _, _, _| {
        assert_eq!(import.len(), 2);
        Ok(Answer::Imported(counts))
    });
    assert_eq!(run(importer, sheet(Vec::new())).await.unwrap(), counts);
}

#[tokio::test]
async fn problems_that_arise_meanwhile_are_returned() {
    for (later, told) in [(vec![problem(3, Column::Stock)], 3), (Vec::new(), 2)] {
        let mut importer = checking(later);
        importer.expect_import().returning(|_, _, _, _| Ok(Answer::Refused(vec![problem(2, Column::Version)])));
        let refused = run(importer, sheet(Vec::new())).await.unwrap_err();
        let ImportProductsError::Refused(DryRun { problems, .. }) = refused else { panic!("{refused}") };
        assert_eq!(problems.iter().map(|p| p.row).collect::<Vec<_>>(), [told]);
    }
}

#[tokio::test]
async fn a_database_that_is_away_is_said_to_be() {
    let mut importer = MockProductImporter::new();
    importer.expect_import().returning(|_, _, _, _| Err(away()));
    assert_eq!(run(importer, sheet(Vec::new())).await.unwrap_err().kind(), ErrorKind::Unavailable);
}
