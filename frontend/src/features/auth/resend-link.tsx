import { useState } from 'react'
import { messageOf } from '@/api/problem'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { useResendVerification } from './queries'

/** Mails the signed-in user a link that confirms the e-mail address, and shows the answer in its place. */
export function ResendLink({
  block = false,
  label = 'Send a new link',
}: {
  block?: boolean
  label?: string
}) {
  const { mutateAsync, isPending } = useResendVerification()
  const [answer, setAnswer] = useState<string | null>(null)
  const send = async () => {
    try {
      setAnswer((await mutateAsync()).message)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <div role="status">
      {answer !== null ? (
        <p className="font-semibold">{answer}</p>
      ) : (
        <Button
          variant="secondary"
          size={block ? 'lg' : 'sm'}
          block={block}
          pending={isPending}
          pendingLabel="Sending..."
          onClick={() => void send()}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
