import { LatestReviews } from './latest-reviews'
import { Partners } from './partners'
import { SkincareTips } from './skincare-tips'
import { WhyChooseUs } from './why-choose-us'

/** What stands further down on the home page: it takes nothing from the page, and is the same for everybody. */
export function BelowFold() {
  return (
    <>
      <WhyChooseUs />
      <Partners />
      <SkincareTips />
      <LatestReviews />
    </>
  )
}
