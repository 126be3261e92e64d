import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { messageOf } from '@/api/problem'
import googleMark from '@/assets/google.svg'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { beginGoogleSignIn, canUseGoogle, takeGoogleReturn } from './google-sign-in'
import { useLeaveLogin, useReturnTarget, withNext } from './login-destination'
import { authQueries, useGoogleSignIn } from './queries'
import { redirectTo } from './redirect'

const FAILED = 'Google sign-in did not work. Please try again.'

/** Handles the provider's answer in the URL once. After a failure the return target is kept. */
function useGoogleReturn(): boolean {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const leave = useLeaveLogin()
  const { mutateAsync, isPending } = useGoogleSignIn()
  const stillHere = useIsCurrentPage()
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current) return
    const answer = takeGoogleReturn(params)
    if (answer.kind === 'none') return
    taken.current = true
    const { next, nextState } = answer.way
    void navigate(withNext('/login', next), { replace: true, state: { nextState } })
    if (answer.kind === 'failed') return toast.error(FAILED)
    mutateAsync(answer.request).then(
      ({ message, token }) => {
        if (!token) return toast.info(message)
        toast.success(message)
        if (stillHere()) leave(answer.way)
      },
      (error: unknown) => toast.error(messageOf(error, FAILED)),
    )
  }, [params, navigate, leave, mutateAsync, stillHere])
  return isPending
}

/** 'Login with Google', if the server has it configured. */
export function GoogleButton() {
  const { data: config } = useQuery(authQueries.googleConfig())
  const way = useReturnTarget()
  const returning = useGoogleReturn()
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // Back from the provider may restore this page from the cache in its pending state.
    const back = () => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  if (config === undefined || !canUseGoogle(config)) return null
  const start = () => {
    setLeaving(true)
    beginGoogleSignIn(config, way).then(redirectTo, () => {
      setLeaving(false)
      toast.error(FAILED)
    })
  }
  return (
    <>
      <p className="my-5 flex items-center gap-4 text-sm text-cocoa before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        variant="secondary"
        block
        pending={leaving || returning}
        pendingLabel="Processing..."
        onClick={start}
      >
        <img src={googleMark} alt="" width={20} height={20} />
        Login with Google
      </Button>
    </>
  )
}
