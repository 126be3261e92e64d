import { LatestReviews } from './latest-reviews'
import { Partners } from './partners'
import { SkincareTips } from './skincare-tips'
import { WhyChooseUs } from './why-choose-us'

/** The home page below the first view: without props, and equal for all visitors. */
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
