// Removes view transitions from React's renderer, which the app does not use: 3 kB of the first page.
import type { Plugin } from 'vite'

/** Functions that do nothing in a tree without `<ViewTransition>`. A missing one fails the build: compare with the new version of React. */
const UNUSED = [
  'applyViewTransitionName',
  'applyViewTransitionToHostInstances',
  'applyViewTransitionToHostInstancesRecursive',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'createMeasurement',
  'createViewTransitionInstance',
  'measureClonedInstance',
  'measureInstance',
  'measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent',
  'startViewTransition',
  'trackEnterViewTransitions',
]

/** The code without the bodies of these functions; `missing` receives the name of one that is not there. */
export function emptied(code: string, names: readonly string[], missing: (name: string) => void): string {
  return names.reduce((rest, name) => {
    const whole = new RegExp(`^function ${name}\\([^)]*\\) \\{[\\s\\S]*?^\\}`, 'm')
    if (!whole.test(rest)) missing(name)
    return rest.replace(whole, `function ${name}() {}`)
  }, code)
}

export const leanReact: Plugin = {
  name: 'lean-react',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler(code) {
      const missing = (name: string) => this.error(`React has changed: ${name} is not there`)
      return { code: emptied(code, UNUSED, missing), map: null }
    },
  },
}
