import { Partners } from './partners'
import { SkincareTips } from './skincare-tips'
import { WhyChooseUs } from './why-choose-us'

/** What is told further down on the home page: the same for everybody, and asked of nobody. */
export function LowerHalf() {
  return (
    <>
      <WhyChooseUs />
      <Partners />
      <SkincareTips />
    </>
  )
}
