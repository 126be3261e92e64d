import { HomePage } from '@/features/home/home-page'

/** The home page, the first page of most visitors: `check-budgets` measures what it loads. */
export function HomeRoute() {
  return <HomePage />
}
