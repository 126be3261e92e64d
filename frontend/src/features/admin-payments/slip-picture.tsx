import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadFailure } from '@/ui/admin/load-failure'
import { cx } from '@/ui/cx'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { paymentQueries } from './queries'

/** An address of the blob for this page; null before there is one. */
function useBlobUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === undefined) return undefined
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** The picture of a slip, fetched with the session; a press shows it in full width. */
export function SlipPicture({ orderId, slipId }: { orderId: string; slipId: string }) {
  const { data, isError, isRefetching, refetch } = useQuery(paymentQueries.picture(orderId, slipId))
  const url = useBlobUrl(data)
  const [large, setLarge] = useState(false)
  if (isError && data === undefined)
    return <LoadFailure what="The picture" pending={isRefetching} onRetry={() => void refetch()} />
  if (url === null)
    return (
      <LoadingRegion>
        <Skeleton className="h-56 w-full" />
      </LoadingRegion>
    )
  return (
    <button
      type="button"
      aria-pressed={large}
      aria-label={`Picture of the slip of ${orderId}, large`}
      className="block w-full rounded-input border border-line bg-white p-2"
      onClick={() => setLarge(!large)}
    >
      <img src={url} alt="" className={cx('mx-auto', large ? 'w-full' : 'h-52 max-w-full object-contain')} />
    </button>
  )
}
