// Which modules and features use each other.
import { isTest, product, sources, text, withoutTests } from './sources.mjs'

/** Groups of modules of one crate that use each other in a circle: Tarjan's strongly connected components. */
export function circles(edges) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const found = []
  const visit = (node) => {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node), low.get(next)))
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort())
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return found
}

/** Which modules of a crate use which, by the paths that start with `crate::`. A parent that lists its modules uses none. */
export function moduleGraph(crate) {
  const root = `${crate}/src/`
  const files = sources.filter((path) => path.startsWith(root) && path.endsWith('.rs') && !isTest(path))
  const modules = new Map(files.map((path) => [path.slice(root.length, -3).replaceAll('/', '::'), path]))
  const edges = new Map([...modules.keys()].map((module) => [module, new Set()]))
  for (const [module, path] of modules) {
    for (const [, used] of withoutTests(text.get(path)).matchAll(/\bcrate::((?:[a-z_0-9]+::)*[a-z_0-9]+)/g)) {
      const parts = used.split('::')
      while (parts.length > 0 && !modules.has(parts.join('::'))) parts.pop()
      const target = parts.join('::')
      if (target !== '' && target !== module && !['lib', 'main'].includes(target)) edges.get(module).add(target)
    }
  }
  return edges
}

/** The features of the shop; a folder or file of this name holds one in each crate. */
const FEATURES = 'accounts backups catalog content delivery images messages orders payments reports reviews settings setup'.split(' ')

/** The feature that a source belongs to, such as `domain/orders`; undefined for what is shared. */
function featureOf(path) {
  const [, crate, name] = path.match(/^crates\/([a-z-]+)\/src\/([a-z_]+)(?:\/|\.rs$)/) ?? []
  if (FEATURES.includes(name)) return `${crate}/${name}`
  const [, web] = path.match(/^frontend\/src\/features\/([a-z-]+)\//) ?? []
  return web && `web/${web}`
}

/** The features that a source uses, in the same form. */
function usedFeatures(path) {
  const source = path.endsWith('.rs') ? withoutTests(text.get(path)) : text.get(path)
  const [layer] = featureOf(path).split('/')
  const uses = path.endsWith('.rs') ? /\bcrate::([a-z_]+)/g : /from '@\/features\/([a-z-]+)\/|import\('@\/features\/([a-z-]+)\//g
  return [...source.matchAll(uses)].map(([, name, lazy]) => `${layer}/${name ?? lazy}`)
}

/** Groups of features of one crate, or of the web app, that use each other in a circle. */
export function featureCircles() {
  const uses = new Map()
  for (const path of product.filter(featureOf)) {
    const feature = featureOf(path)
    const others = usedFeatures(path).filter((other) => other !== feature)
    uses.set(feature, new Set([...(uses.get(feature) ?? []), ...others]))
  }
  return circles(uses).map((group) => `${group[0].split('/')[0]}: ${group.map((feature) => feature.split('/')[1]).join(', ')}`)
}
