// Prepares a page for a screenshot of its whole length.

/** Loads all lazy pictures by scrolling down the page once. */
export async function walkDown(page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 500) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 60))
    }
    scrollTo(0, 0)
    // Pictures in parts that are never scrolled into view do not load.
    const loading = [...document.images].filter((image) => image.currentSrc !== '' && !image.complete)
    const loaded = loading.map(
      (image) => new Promise((done) => image.addEventListener('load', done, { once: true })),
    )
    await Promise.race([Promise.all(loaded), new Promise((done) => setTimeout(done, 3000))])
  })
}
