UPDATE order_payments SET rest_cents = 0 WHERE rest_cents > 0;
