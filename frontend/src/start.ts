// The one script of the page: it fetches the app when the first view is there.
import './styles/base.css'
import { firstViewSeen, preloadPageModules } from './app/first-view'
import { reloadOnStaleChunks } from './app/stale-chunks'

reloadOnStaleChunks()
await firstViewSeen(document.getElementById('root'))
preloadPageModules()
await import('./entry-client')
