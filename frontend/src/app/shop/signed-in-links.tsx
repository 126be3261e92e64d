import { Link } from 'react-router'
import { useSession } from '@/api/session'
import { Button } from '@/ui/button'
import { Avatar } from '@/ui/image'

/** The header's links of a signed-in visitor. */
export function SignedInLinks({ onLogout }: { onLogout: () => void }) {
  const { user } = useSession()
  return (
    <>
      <Link
        to="/user"
        state={{ user }}
        aria-label={user?.name ? `Your profile, ${user.name}` : 'Your profile'}
        className="tap inline-flex items-center justify-center rounded-full"
      >
        <Avatar src={user?.profilePicture} alt="" />
      </Link>
      <Button variant="secondary" size="sm" onClick={onLogout}>
        Logout
      </Button>
    </>
  )
}
