import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/api/staff'
import { securityQueries } from '@/features/security/queries'
import { RemoveSecondFactor } from '@/features/security/remove-second-factor'
import { formatDate } from '@/lib/date'
import { DetailItem } from '@/ui/admin/detail-item'
import { Button } from '@/ui/button'

/** Whether sign-ins to an account ask for a code, for owners, who may remove it. */
export function SecondFactorDetail({ email }: { email: string }) {
  const may = useMay()
  const isOwner = may('manageStaff')
  const { data } = useQuery({ ...securityQueries.secondFactorOf(email), enabled: isOwner && email !== '' })
  const [asking, setAsking] = useState(false)
  if (!isOwner || data === undefined) return null
  return (
    <DetailItem name="Second factor" wide>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {data.enabled && data.since !== null ? `On since ${formatDate(data.since)}` : 'Off'}
        {data.enabled && (
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
      </span>
      <RemoveSecondFactor email={email} open={asking} onOpenChange={setAsking} />
    </DetailItem>
  )
}
