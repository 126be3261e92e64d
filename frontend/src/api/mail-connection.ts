import { useQuery } from '@tanstack/react-query'
import { shopTermsQuery } from './shop-terms'

/** Whether mails of the shop reach its customers: a mail server is connected. True until the shop's terms are known. */
export const useMailConnected = (): boolean => useQuery(shopTermsQuery()).data?.mailConnected ?? true
