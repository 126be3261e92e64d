// The one script of the page: it fetches the app when the first view is there.
import './styles/base.css'
import { keepEarlyClicks } from './app/early-clicks'
import { firstViewSeen, preloadPageModules } from './app/first-view'
import { reloadOnStaleChunks } from './app/stale-chunks'

const root = document.getElementById('root')
reloadOnStaleChunks()
keepEarlyClicks(root)
await firstViewSeen(root)
document.documentElement.dataset.seen = ''
preloadPageModules()
// A page without markup is shown by the browser's router.
if (!root?.firstElementChild) void import('./app/browser-router')
await import('./entry-client')
