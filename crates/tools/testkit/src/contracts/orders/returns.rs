//! Returns, asked for by one caller and by several at once.

use domain::accounts::second_factor::SealedSecret;
use domain::accounts::session::Principal;
use domain::accounts::user::User;
use domain::catalog::product::Product;
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::ports::ReserveUploadOutcome;
use domain::images::upload::{NewUpload, OF_A_CUSTOMER, Uploader};
use domain::orders::error::OrderError;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::Order;
use domain::orders::order_event::EventKind;
use domain::orders::order_filters::{OrderQuery, ReturnFilter};
use domain::orders::payment::repository::SlipPicture;
use domain::orders::returns::judgement::ReturnOutcome;
use domain::orders::returns::order_return::{
    DecisionReason, Resolution, ReturnComment, ReturnPhoto, ReturnReason, ReturnState, ReturnStep,
};
use domain::orders::returns::receipt::ReceivedItem;
use domain::orders::returns::repository::Enclosure;
use domain::orders::returns::request::NewReturn;
use domain::payments::order_payment::PaymentRefusal;
use domain::shared::edit::Saved;
use domain::shared::error::FeatureError as _;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::PhotoId;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::TotalCount;
use futures_util::future::{join_all, try_join_all};

use crate::contracts::Shop;
use crate::contracts::shop::{page, refusal_of};
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// A delivered order of one product, of which 10 units were on the shelf.
struct Delivered {
    shop: Shop,
    product: Product,
    order: Order,
    customer: User,
}

/// A request of this many units.
fn asked(product: &Product, units: i64) -> NewReturn {
    NewReturn {
        items: vec![(product.code.clone(), sample_orders::quantity(units))],
        reason: ReturnReason::Damaged,
        comment: ReturnComment::parse("Two caps are broken.").ok(),
        resolution: Resolution::Refund,
        has_account: false,
        key: None,
    }
}

impl Delivered {
    async fn new(shop: &Shop, units: i64) -> Self {
        let (customer, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
        let order = shop.place(&sample_orders::draft(&customer, &[(&product, units)])).await;
        for step in [FulfilmentStep::Packed, FulfilmentStep::HandedOver, FulfilmentStep::Delivered] {
            shop.take_step(&order, step).await.unwrap();
        }
        Self { shop: shop.clone(), product, order, customer }
    }

    fn who(&self) -> Principal {
        Principal { user: self.customer.clone(), session: sample_users::session_of(&self.customer) }
    }

    async fn request(&self, new: NewReturn) -> Result<Saved<Order>, OrderError> {
        let (now, who) = (moments::now(), self.who());
        let decide = Box::new(move |order: &Order| order.request_return(&new, &sample_orders::return_terms(), &who, now));
        self.shop.orders.change(&self.order.id, &sample_users::actor(), now, decide).await
    }

    async fn judge(&self, number: u32, outcome: ReturnOutcome) -> Order {
        let (now, who) = (moments::now(), sample_users::signed_in(sample_users::admin()));
        let reason = DecisionReason::parse("We are sorry.").ok();
        let decide = Box::new(move |order: &Order| order.judge_return(number, (outcome, reason.clone()), &who, now));
        self.shop.orders.change(&self.order.id, &sample_users::actor(), now, decide).await.unwrap().value
    }

    async fn receive(&self, number: u32, restocked: u32, written_off: u32) -> Result<Order, OrderError> {
        let (now, who) = (moments::now(), sample_users::signed_in(sample_users::admin()));
        let received = vec![ReceivedItem { code: self.product.code.clone(), restocked, written_off }];
        let decide = Box::new(move |order: &Order| order.receive_return(number, &received, &who, now));
        Ok(self.shop.orders.change(&self.order.id, &sample_users::actor(), now, decide).await?.value)
    }

    /// Requests and approves a return of this many units, and answers its number.
    async fn approved(&self, units: i64) -> u32 {
        let requested = self.request(asked(&self.product, units)).await.unwrap().value;
        let number = requested.returns.last().unwrap().number;
        self.judge(number, ReturnOutcome::Approved).await;
        number
    }

    async fn stock(&self) -> u32 {
        self.shop.stock(&self.product).await
    }

    async fn sold(&self) -> u64 {
        self.shop.product(&self.product).await.unwrap().total_sales
    }
}

/// Its photos and its bank account are read apart.
pub async fn a_return_is_kept_with_its_order(shop: &Shop) {
    let delivered = Delivered::new(shop, 3).await;
    let (now, who, by) = (moments::now(), delivered.who(), sample_users::actor());
    let key = IdempotencyKey::parse(&unique::tag()).ok();
    let new = NewReturn { has_account: true, key, ..asked(&delivered.product, 2) };
    let user = who.clone();
    let decide = Box::new(move |order: &Order| order.request_return(&new, &sample_orders::return_terms(), &user, now));
    let account = SealedSecret(b"sealed".to_vec());
    let requested =
        shop.returns.change_with(&delivered.order.id, &by, now, Enclosure::Account(account.clone()), decide).await.unwrap().value;
    assert_eq!(shop.order(&delivered.order).await, requested);
    assert_eq!(shop.returns.account(&delivered.order.id, 1).await.unwrap(), Some(account));
    assert_eq!(shop.returns.account(&delivered.order.id, 2).await.unwrap(), None);
    let photo = ReturnPhoto { id: PhotoId::new(unique::uuid()), at: now };
    let picture = SlipPicture { bytes: b"a photo".to_vec(), of_customer: Some(delivered.customer.id) };
    let decide = Box::new(move |order: &Order| order.add_return_photo(1, photo, &who));
    let with_photo = shop.returns.change_with(&delivered.order.id, &by, now, Enclosure::Picture(picture), decide).await.unwrap().value;
    assert_eq!(shop.order(&delivered.order).await, with_photo);
    assert_eq!(shop.returns.photo(&delivered.order.id, photo.id).await.unwrap().unwrap(), b"a photo");
    assert_eq!(shop.returns.photo(&Delivered::new(shop, 1).await.order.id, photo.id).await.unwrap(), None);
    let approved = delivered.judge(1, ReturnOutcome::Approved).await;
    assert_eq!(shop.order(&delivered.order).await, approved);
    let received = delivered.receive(1, 1, 1).await.unwrap();
    assert_eq!(shop.order(&delivered.order).await, received);
    assert_eq!(received.payment.returned_goods, received.returns[0].credit);
}

/// Returned singly, the units of a line give exactly what was paid for it; those that are written off never reach the shelf, and neither
/// counts as sold.
pub async fn units_that_come_back_are_credited_and_leave_the_sales(shop: &Shop) {
    let delivered = Delivered::new(shop, 3).await;
    assert_eq!((delivered.stock().await, delivered.sold().await), (7, 3));
    for (restocked, stock, sold) in [(1, 8, 2), (0, 8, 1), (1, 9, 0)] {
        let number = delivered.approved(1).await;
        delivered.receive(number, restocked, 1 - restocked).await.unwrap();
        assert_eq!((delivered.stock().await, delivered.sold().await), (stock, sold));
    }
    let order = shop.order(&delivered.order).await;
    let credits: i64 = order.returns.iter().map(|one| one.credit.cents()).sum();
    assert_eq!((credits, order.figures().refund_due_cents()), (order.total.cents(), order.total.cents()));
}

/// Of requests of the same units at once one is kept.
pub async fn the_same_units_are_returned_once(shop: &Shop) {
    let delivered = &Delivered::new(shop, 3).await;
    let answers = join_all((0..8).map(|_| delivered.request(asked(&delivered.product, 2)))).await;
    let (kept, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!((kept.len(), refused.len()), (1, 7));
    assert!(refused.into_iter().all(|refused| refused.unwrap_err().code() == "return.too_many_units"));
    let key = IdempotencyKey::parse("one").ok();
    let new = NewReturn { key, ..asked(&delivered.product, 1) };
    let answers = try_join_all((0..8).map(|_| delivered.request(new.clone()))).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| answer.is_changed).count(), 1, "one key requests one return");
    assert_eq!(shop.order(&delivered.order).await.returns.len(), 2);
}

/// Its units are restocked, credited and taken from the sales once.
pub async fn a_return_is_received_once(shop: &Shop) {
    let delivered = &Delivered::new(shop, 3).await;
    let number = delivered.approved(2).await;
    let answers = join_all((0..8).map(|_| delivered.receive(number, 2, 0))).await;
    let (received, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!((received.len(), refused.len()), (1, 7));
    assert!(refused.into_iter().all(|refused| refused.unwrap_err().code() == "return.wrong_step"));
    assert_eq!((delivered.stock().await, delivered.sold().await), (9, 1));
}

/// Whichever comes first, each unit is on the shelf once; reinstating takes what the customer kept.
pub async fn receiving_and_cancelling_at_once_agree(shop: &Shop) {
    for _ in 0..6 {
        let delivered = &Delivered::new(shop, 3).await;
        let number = delivered.approved(2).await;
        let (received, cancelled) =
            tokio::join!(delivered.receive(number, 1, 1), shop.set_status(&delivered.order, OrderStatus::Cancelled));
        cancelled.unwrap();
        let lost = match received {
            Ok(_) => 1,
            Err(refused) => {
                assert_eq!(refused.code(), "return.wrong_step");
                0
            }
        };
        assert_eq!((delivered.stock().await, delivered.sold().await), (10 - lost, 0));
        let reinstated = shop.set_status(&delivered.order, OrderStatus::Completed).await.unwrap().value;
        let kept = 3 - reinstated.returned_units(0);
        assert_eq!((delivered.stock().await, delivered.sold().await), (10 - lost - kept, u64::from(kept)));
        assert_eq!(shop.order(&delivered.order).await, reinstated);
        if reinstated.returns[0].state == ReturnState::Approved {
            delivered.receive(number, 2, 0).await.unwrap();
            assert_eq!(delivered.stock().await, 9);
        }
    }
}

/// The filters by returns, and the number on top of the dashboard.
pub async fn open_returns_are_listed(shop: &Shop) {
    let (waiting, coming, done) = (Delivered::new(shop, 1).await, Delivered::new(shop, 1).await, Delivered::new(shop, 1).await);
    waiting.request(asked(&waiting.product, 1)).await.unwrap();
    coming.approved(1).await;
    done.request(asked(&done.product, 1)).await.unwrap();
    done.judge(1, ReturnOutcome::Rejected).await;
    let query = |returns| OrderQuery { returns: Some(returns), ..OrderQuery::default() };
    for (filter, of) in [(ReturnFilter::Requested, &waiting), (ReturnFilter::Approved, &coming)] {
        let listed = page(shop.order_reader.list(&query(filter)).await.unwrap()).items;
        assert_eq!(listed.iter().map(|order| &order.id).collect::<Vec<_>>(), [&of.order.id], "{filter:?}");
    }
    let counts = shop.order_reader.counts(&[query(ReturnFilter::Requested), query(ReturnFilter::Approved)]).await.unwrap();
    assert_eq!(counts, [TotalCount::Exactly(1); 2]);
    assert_eq!(shop.overview.waiting().await.unwrap().returns, TotalCount::Exactly(2));
}

/// Its history tells each step, with the words of staff.
pub async fn the_history_tells_the_steps_of_a_return(shop: &Shop) {
    let delivered = Delivered::new(shop, 1).await;
    let number = delivered.approved(1).await;
    delivered.receive(number, 1, 0).await.unwrap();
    let steps = shop.history(&delivered.order).await.into_iter().filter_map(|event| match event.kind {
        EventKind::Return { step, reason } => Some((step, reason.is_some())),
        _ => None,
    });
    let expected = [(ReturnStep::Requested, false), (ReturnStep::Approved, true), (ReturnStep::Received, false)];
    assert_eq!(steps.collect::<Vec<_>>(), expected);
}

/// Photos take room of their customer beside other uploads.
pub async fn photos_take_room_of_their_customer(shop: &Shop) {
    let delivered = Delivered::new(shop, 2).await;
    delivered.request(asked(&delivered.product, 1)).await.unwrap();
    let (at, by) = (moments::now(), Uploader::Customer(delivered.customer.id));
    let name = ImageName::for_upload(at, &unique::tag());
    let upload = NewUpload { name, purpose: PicturePurpose::Profile, by, bytes: OF_A_CUSTOMER - 5_000, at };
    assert_eq!(shop.uploads.reserve(&upload).await.unwrap(), ReserveUploadOutcome::Reserved);
    let add = async |bytes: usize| {
        let (photo, who) = (ReturnPhoto { id: PhotoId::new(unique::uuid()), at }, delivered.who());
        let picture = SlipPicture { bytes: vec![7; bytes], of_customer: Some(delivered.customer.id) };
        let decide = Box::new(move |order: &Order| order.add_return_photo(1, photo, &who));
        shop.returns.change_with(&delivered.order.id, &sample_users::actor(), at, Enclosure::Picture(picture), decide).await
    };
    assert_eq!(refusal_of(add(5_001).await), PaymentRefusal::TooManyUploads);
    add(5_000).await.unwrap();
    assert_eq!(refusal_of(add(1).await), PaymentRefusal::TooManyUploads);
}
