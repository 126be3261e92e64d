import { useQuery } from '@tanstack/react-query'
import { CreditCard, type LucideIcon, RotateCcw, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { shopTermsQuery } from '@/api/shop-terms'
import type { ShopTerms } from '@/api/types'
import { cx } from '@/ui/cx'
import { Skeleton } from '@/ui/skeleton'
import { describeDelivery, describePayment, describeReturns } from './describe-terms'

type Words = string | readonly string[]

/** A line of the list; its text comes after the page, so the first markup is the same on server and client. */
function Term({ icon: Icon, title, words }: { icon: LucideIcon; title: string; words: Words | undefined }) {
  const lines = typeof words === 'string' ? [words] : words
  return (
    <li className="flex gap-3">
      <Icon aria-hidden size={20} strokeWidth={1.5} className="mt-0.5 flex-none text-lagoon" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {lines === undefined ? (
          <Skeleton className="my-0.5 h-4 w-4/5" />
        ) : (
          lines.map((line) => <p key={line}>{line}</p>)
        )}
      </div>
    </li>
  )
}

/** What delivery costs and when it comes, how to pay and how returns work; `children` are further lines. */
export function TermsList({ className, children }: { className?: string; children?: ReactNode }) {
  const { data, isError } = useQuery(shopTermsQuery())
  const words = (of: (terms: ShopTerms) => Words): Words | undefined => {
    if (data !== undefined) return of(data)
    return isError ? 'Shown before you order.' : undefined
  }
  return (
    <ul className={cx('grid gap-3 text-sm', className)}>
      <Term icon={Truck} title="Island-wide delivery" words={words(describeDelivery)} />
      <Term icon={CreditCard} title="How to pay" words={words(describePayment)} />
      <Term icon={RotateCcw} title="Returns" words={words(describeReturns)} />
      {children}
    </ul>
  )
}
