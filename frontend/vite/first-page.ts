// Puts the app's own modules that every first page needs into one chunk: small files compress badly, and each costs a
// request. Modules that only the home page needs stay with it.
import type { Plugin } from 'vite'

const HOME = /\/src\/app\/shop\/home-route\.tsx$/
const ONLY_HOME = /\/src\/(?:app\/shop\/home-route|features\/home\/)/
const OWN_CODE = /\/src\/.*\.(?:tsx?|webp|svg)$/
const START = /\/src\/entry-client\.tsx$/

type ModuleInfo = { importedIds: readonly string[] }

/** `id` and all modules that it imports statically, at any depth. */
export function closure(
  id: string,
  infoOf: (id: string) => ModuleInfo | null,
  found = new Set<string>(),
): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of infoOf(id)?.importedIds ?? []) closure(imported, infoOf, found)
  return found
}

/** The plugin that collects these modules, and the chunk group that holds them. */
export function firstPage(): {
  plugin: Plugin
  group: { name: string; test: (id: string) => boolean }
} {
  const needed = new Set<string>()
  return {
    plugin: {
      name: 'first-page',
      apply: 'build',
      buildEnd() {
        for (const id of this.getModuleIds()) {
          if (!START.test(id) && !HOME.test(id)) continue
          for (const module of closure(id, (of) => this.getModuleInfo(of))) {
            if (OWN_CODE.test(module) && !ONLY_HOME.test(module) && !START.test(module)) needed.add(module)
          }
        }
      },
    },
    group: { name: 'parts', test: (id) => needed.has(id) },
  }
}
