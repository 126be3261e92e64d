import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** For administrators who look at the shop: the way back to the back-office. */
export function OwnerBar() {
  return (
    <nav aria-label="Back-office" className="bg-ink text-white">
      <Link
        to="/admin"
        className="mx-auto flex min-h-11 w-fit items-center gap-2 px-4 font-semibold underline-offset-4 hover:underline focus-visible:outline-white"
      >
        <ArrowLeft aria-hidden size={18} />
        Back to the back-office
      </Link>
    </nav>
  )
}
