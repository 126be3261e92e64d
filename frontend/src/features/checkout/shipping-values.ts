/** All input of the checkout, as texts: so it is kept as it is typed. */
export const BLANK_SHIPPING = {
  name: '',
  address: '',
  phone: '',
  city: '',
  postalCode: '',
  district: '',
  /** A saved address, `new` for a typed one, or '' while the customer has not chosen. */
  addressId: '',
  /** Whether the typed address is to be saved: 'yes' or ''. */
  keep: '',
  /** '' is the shop's default. */
  deliveryMethod: '',
  paymentMethod: '',
  customerNote: '',
}

export type ShippingValues = typeof BLANK_SHIPPING
