import { resourcePath } from '@/shared/routing/registry'
import { defineCommand, type Effects, kinds, type Target } from '../command'
import { targetSlot, targetsSlot } from '../slots'
import { defineCommands } from '../registry'
import { lazyFunctions } from '../lazy-functions'

const runs = lazyFunctions(() => import('./copy.runs'))

/** Copies text. Browsers can forbid that, which throws an error with the reason. */
async function copyText(text: string, what: string, { copy }: Effects) {
  await copy(text)
  return { message: `Copied ${what}.` }
}

const lines = (list: readonly Target[], write: (target: Target) => string) => list.map(write).join('\n')
/** Lines of a document have an address, but neither an id nor a name. */
const kindsWithNames = kinds.filter((kind) => kind !== 'lines')
const describeTargets = (list: readonly Target[]) =>
  list.length === 1 ? `of ${list[0]?.label}` : `of ${list.length} rows`

export const copyCommands = defineCommands([
  defineCommand({
    id: 'copy.link',
    title: 'Copy link',
    group: 'Copy',
    keywords: 'yank share url address clipboard',
    slots: { target: { ...targetSlot(...kinds), optional: true } },
    effect: 'view',
    run({ target: list }, effects) {
      const one = list?.[0]
      // The link includes the range, filters and order of the current page. Without a target, it is the current page.
      const path = one && (effects.hereWith(one) ?? resourcePath(one.kind, one.id))
      return copyText(
        effects.absolute(path ?? effects.here()),
        path ? `the link to ${one.label}` : 'the link to this view',
        effects
      )
    },
  }),
  defineCommand({
    id: 'copy.id',
    title: 'Copy id',
    group: 'Copy',
    keywords: 'yank uuid clipboard',
    slots: { targets: targetsSlot(...kindsWithNames) },
    effect: 'view',
    run: ({ targets: list }, effects) =>
      copyText(
        lines(list, ({ id }) => id),
        `the id ${describeTargets(list)}`,
        effects
      ),
  }),
  defineCommand({
    id: 'copy.name',
    title: 'Copy name',
    group: 'Copy',
    keywords: 'yank clipboard',
    slots: { targets: targetsSlot(...kindsWithNames) },
    effect: 'view',
    run: ({ targets: list }, effects) =>
      copyText(
        lines(list, ({ label }) => label),
        `the name ${describeTargets(list)}`,
        effects
      ),
  }),
  defineCommand({
    id: 'copy.spec',
    title: 'Copy spec as YAML',
    group: 'Copy',
    keywords: 'yank definition manifest document clipboard',
    slots: { target: targetSlot('check', 'config') },
    effect: 'view',
    run: runs((module) => module.copySpec),
  }),
  // Handled by the app, which has the journal.
  defineCommand({
    id: 'copy.command',
    title: 'Copy link to the last command',
    group: 'Copy',
    keywords: 'yank share repeat clipboard',
    effect: 'view',
  }),
])
