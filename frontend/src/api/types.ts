// Names for the API's types. Only this file imports the generated schema.
import type { components, paths } from './schema'

type Schemas = components['schemas']

export type Problem = Schemas['Problem']
export type Message = Schemas['Message']

export type RegisterRequest = Schemas['RegisterRequest']
export type LoginRequest = Schemas['LoginRequest']
export type LoginResponse = Schemas['LoginResponse']
export type SignedInUser = Schemas['SignedInUser']
export type UserDetail = Schemas['UserDetail']
export type AdminUser = Schemas['AdminUser']
export type UpdateUserStatusRequest = Schemas['UpdateUserStatusRequest']
export type DeleteUserRequest = Schemas['DeleteUserRequest']
export type UpdateProfileRequest = Schemas['UpdateProfileRequest']
export type UpdateProfileResponse = Schemas['UpdateProfileResponse']
export type UserActivity = Schemas['UserActivity']
export type ForgotPasswordRequest = Schemas['ForgotPasswordRequest']
export type ResetPasswordRequest = Schemas['ResetPasswordRequest']
export type VerifyEmailRequest = Schemas['VerifyEmailRequest']
export type GoogleSignInRequest = Schemas['GoogleSignInRequest']
export type GoogleSignInResponse = Schemas['GoogleSignInResponse']
export type GoogleConfig = Schemas['GoogleConfig']

export type Product = Schemas['Product']
export type Shade = Schemas['Shade']
export type NewProduct = Schemas['NewProduct']
export type ProductUpdate = Schemas['ProductUpdate']
export type ProductResponse = Schemas['ProductResponse']
export type StockAdjustment = Schemas['StockAdjustmentInput']
export type StockMovement = Schemas['StockMovement']
export type ImportReport = Schemas['ImportReport']
export type ImportProblem = Schemas['ImportProblem']
export type ProductFacets = Schemas['ProductFacets']
export type FacetValue = Schemas['FacetValue']
export type Suggestions = Schemas['Suggestions']
export type SuggestedProduct = Schemas['SuggestedProduct']
export type ProductListQuery = NonNullable<paths['/api/products']['get']['parameters']['query']>
export type ProductSearchQuery = NonNullable<
  paths['/api/products/search/{text}']['get']['parameters']['query']
>

export type OrderedItem = Schemas['OrderedItem']
export type QuoteRequest = Schemas['QuoteRequest']
export type Quote = Schemas['Quote']
export type QuoteItem = Schemas['QuoteItem']
export type PlaceOrderRequest = Schemas['PlaceOrderRequest']
export type ShopLimits = Schemas['ShopLimits']
export type Order = Schemas['Order']
export type OrderItem = Schemas['OrderItem']
export type OrderResponse = Schemas['OrderResponse']
export type OrderUpdate = Schemas['OrderUpdate']
export type OrderStatus = Schemas['OrderStatus']
export type FulfilmentStatus = Schemas['FulfilmentStatus']
export type FulfilmentStep = Schemas['FulfilmentStep']
export type FulfilmentRequest = Schemas['FulfilmentRequest']
export type OrderNoteRequest = Schemas['OrderNoteRequest']
export type OrderListQuery = NonNullable<paths['/api/orders']['get']['parameters']['query']>
export type RevenueStats = Schemas['RevenueStats']
export type OrderEvent = Schemas['OrderEvent']
export type Purchases = Schemas['Purchases']

export type AuditEntry = Schemas['AuditEntry']
export type AuditQuery = NonNullable<paths['/api/admin/audit']['get']['parameters']['query']>

export type Overview = Schemas['Overview']
export type SalesLine = Schemas['SalesLine']
export type SalesPoint = Schemas['SalesPoint']
export type BestSeller = Schemas['BestSeller']
export type StockAlert = Schemas['StockAlert']
export type StockAlertList = Schemas['StockAlertList']
export type StockAlerts = Schemas['StockAlerts']

export type Review = Schemas['Review']
export type NewReview = Schemas['NewReview']
export type ReviewUpdate = Schemas['ReviewUpdate']
export type ReviewResponse = Schemas['ReviewResponse']

export type UploadedImage = Schemas['UploadedImage']
export type ContactRequest = Schemas['ContactRequest']
export type ShopInfo = Schemas['ShopInfo']
