//! Real objects of a customer. The matrix makes a fresh one for each request.

use adapter_postgres::Postgres;
use domain::accounts::actor::Actor;
use domain::accounts::ports::{SessionStore, StaffInvitations};
use domain::accounts::staff_invitation::{InvitationSecret, NewInvitation};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::User;
use domain::catalog::ports::ProductRepository;
use domain::catalog::product::Product;
use domain::delivery::address_book::AddressBook;
use domain::messages::contact::{ContactInbox, ContactMessage, ContactText};
use domain::orders::invoicing::repository::InvoiceRepository;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_edit::OrderEdit;
use domain::orders::payment::change::PaymentChange;
use domain::orders::ports::{OrderRepository, PlaceOrderOutcome};
use domain::orders::returns::judgement::ReturnOutcome;
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::{NewCharge, RefundRequest};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::payments::slip::{Slip, SlipState};
use domain::promotions::repository::PromotionRepository;
use domain::promotions::terms::PromotionPlan;
use domain::reviews::{NewReview, Rating, ReviewRepository};
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::{AddressId, InvitationId, PromotionId, ReviewId, SlipId};
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{PaymentId, ReviewComment};
use test_harness::accounts::fresh_uuid;
use testkit::contracts::Shop as Ports;
use testkit::{moments, sample_addresses, sample_orders, sample_products, sample_promotions, sample_users, unique};

use crate::shop::Shop;

/// The state of an order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderKind {
    /// Just placed, paid on delivery.
    Plain,
    /// To be paid by bank transfer.
    Transfer,
    /// Paid on delivery, after a call to the customer.
    ToCall,
    Paid,
    /// Paid, and a part went back by hand.
    Refunded,
    /// With a slip that waits for its review.
    WithSlip,
    Delivered,
    /// With a return that waits for its decision.
    ToReturn,
    /// With a return whose goods are awaited.
    Returning,
}

/// The stores of the shop.
pub(super) struct Objects {
    pub(super) postgres: Postgres,
    pub(super) soap: Product,
    pub(super) owner: User,
}

impl Objects {
    /// A new product.
    pub(super) async fn product(postgres: &Postgres) -> Product {
        let new = sample_products::with_stock(100_000, sample_products::product("Rose soap"));
        ProductRepository::create(postgres, &new, &sample_users::actor()).await.unwrap()
    }

    pub(super) async fn order(&self, customer: &User, kind: OrderKind) -> Order {
        let plain = || sample_orders::draft(customer, &[(&self.soap, 1)]);
        let draft = match kind {
            OrderKind::Transfer | OrderKind::WithSlip => sample_orders::prepaid(customer, &self.soap),
            OrderKind::ToCall => OrderDraft { confirm_above: Money::from_cents(1).ok(), ..plain() },
            _ => plain(),
        };
        // Unpaid orders of another day would be cancelled meanwhile.
        let placed = OrderRepository::place(&self.postgres, &OrderDraft { placed_at: super::now(), ..draft }).await.unwrap();
        let PlaceOrderOutcome::Placed(order) = placed else { panic!("{placed:?}") };
        if matches!(kind, OrderKind::Paid | OrderKind::Refunded) {
            let reference = PaymentId::parse(&unique::tag()).unwrap();
            let source = EntrySource::Hand;
            let charge = NewCharge { source, method: PaymentMethod::BankTransfer, amount: order.total, reference, attempt: None };
            self.change(&order, PaymentChange::Charge(charge, None)).await;
        }
        if kind == OrderKind::Refunded {
            let amount = Money::from_cents(100).unwrap();
            let request = RefundRequest { amount, via: RefundVia::ByHand, reference: None, reason: None };
            let key = IdempotencyKey::parse(&unique::tag()).unwrap();
            self.change(&order, PaymentChange::Release { request, key, guard: RefundGuard::default() }).await;
        }
        if matches!(kind, OrderKind::Delivered | OrderKind::ToReturn | OrderKind::Returning) {
            self.deliver(&order).await;
        }
        if matches!(kind, OrderKind::ToReturn | OrderKind::Returning) {
            self.ports().request_return(&order, customer, super::now()).await.unwrap();
        }
        if kind == OrderKind::Returning {
            self.ports().judge_return(&order, ReturnOutcome::Approved, super::now()).await;
        }
        order
    }

    fn ports(&self) -> Ports {
        Ports::of(self.postgres.clone())
    }

    async fn deliver(&self, order: &Order) {
        let edit = OrderEdit { status: Some(OrderStatus::Completed), ..OrderEdit::default() };
        self.ports().edit(&order.id, &edit, &sample_users::actor(), super::now()).await.unwrap();
    }

    async fn change(&self, order: &Order, change: PaymentChange) {
        self.ports().pay(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
    }

    pub(super) async fn slip(&self, order: &Order) -> SlipId {
        let id = SlipId::new(fresh_uuid());
        let (state, at) = (SlipState::InReview, moments::now());
        let slip = Slip { id, at, bank_reference: None, state, reason: None, is_by_staff: false, is_seen_elsewhere: false };
        self.ports().add_slip(&order.id, slip, unique::tag().into_bytes(), &sample_users::actor()).await.unwrap();
        id
    }

    /// The number of the invoice of a paid order.
    pub(super) async fn invoice(&self, order: &Order) -> String {
        let documents = InvoiceRepository::of_order(&self.postgres, &order.id).await.unwrap();
        documents.first().unwrap().number.to_string()
    }

    /// An address of this customer's book.
    pub(super) async fn address(&self, customer: &User) -> AddressId {
        let id = AddressId::new(fresh_uuid());
        AddressBook::add(&self.postgres, customer.id, id, &sample_addresses::entry(), moments::now()).await.unwrap();
        id
    }

    pub(super) async fn session(&self, user: &User) -> String {
        let session = super::session_of(user);
        assert!(SessionStore::open(&self.postgres, &session, None).await.unwrap());
        session.id.to_string()
    }

    pub(super) async fn review(&self, customer: &User) -> ReviewId {
        let id = ReviewId::new(fresh_uuid());
        let (rating, comment) = (Rating::parse(5).unwrap(), ReviewComment::parse("Lovely").unwrap());
        let new = NewReview { id, user_id: customer.id, rating, comment, created_at: moments::now() };
        ReviewRepository::add(&self.postgres, &new).await.unwrap();
        id
    }

    /// The number of a message that this customer wrote to the shop.
    pub(super) async fn message(&self, shop: &Shop, customer: &User) -> i64 {
        let (name, email) = (customer.first_name.clone(), customer.email.clone());
        let message = ContactText::parse("Do you deliver to Jaffna?").unwrap();
        ContactInbox::store(&self.postgres, &ContactMessage { name, email, message, sent_at: moments::now() }).await.unwrap();
        let query = "SELECT id FROM contact_messages WHERE email = $1";
        shop.database().client().await.query_one(query, &[&customer.email.as_str()]).await.unwrap().get(0)
    }

    /// The number of something about this order that waits for staff.
    pub(super) async fn attention(shop: &Shop, order: &Order) -> i64 {
        let insert = "INSERT INTO attention (at, kind, order_id, detail) VALUES (now(), 'latePayment', $1, 'Money came.') RETURNING id";
        shop.database().client().await.query_one(insert, &[&order.id.as_str()]).await.unwrap().get(0)
    }

    /// An open invitation.
    pub(super) async fn invitation(&self) -> InvitationId {
        let id = InvitationId::new(fresh_uuid());
        let (email, role) = (sample_users::email(), StaffRole::Support);
        let new = NewInvitation { id, email, role, secret: InvitationSecret::new(unique::tag()), at: super::now() };
        StaffInvitations::invite(&self.postgres, &new, &Actor::user(&self.owner, "matrix".to_owned())).await.unwrap();
        id
    }

    /// A draft of a promotion.
    pub(super) async fn promotion(&self) -> PromotionId {
        let draft = sample_promotions::promotion(PromotionPlan { is_active: false, ..sample_promotions::automatic() });
        PromotionRepository::add(&self.postgres, &draft, None, &sample_users::actor()).await.unwrap();
        draft.id
    }
}
