import '@/commands/every-command'
import { useEffect, useState } from 'react'
import { keyCaps, formatKeys } from '@/keymap/display'
import { formatCount, formatNames } from '@/shared/format'
import { useTimeout } from '@/ui/hooks'
import { Kbd } from '@/ui/kbd'
import { lazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { useConsole } from '../../shared/console'
import { type KeyChoice, listKeyChoices, type KeyHint, LoadingMenu } from './hint-strip-host'
import css from './hint-strip.module.css'
import { reserveStrip } from './reserve-strip'

const HintMenu = lazyComponent({
  load: () => import('./hint-menu'),
  pending: ({ onClose }) => <LoadingMenu onMovedOn={onClose} />,
  failed: ({ onClose }) => <LoadingMenu onMovedOn={onClose} />,
})

/** The delay before the strip appears, so that users who know the keys do not see it. */
const SHOWN_AFTER_MS = 300
const SPOKEN_AFTER_MS = 700

/** Maximum number of groups in the name of a prefix. */
const MOST_NAMED = 3

/** The name of a prefix: the most frequent group of its choices, or all groups; its keys if there are no choices. */
export function namePrefix(pressed: string, choices: readonly KeyChoice[]): string {
  const counts = new Map<string, number>()
  for (const { group } of choices) counts.set(group, (counts.get(group) ?? 0) + 1)
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one)
  if (!first) return formatKeys(pressed)
  return !second || first[1] > second[1] ? first[0] : formatNames([...counts.keys()], MOST_NAMED)
}

/** The keys that can follow. The strip does not take focus; Tab or ArrowDown turns it into a menu that does. */
export default function HintStrip({ hint: { started, isMenu }, onClose }: { hint: KeyHint; onClose: () => void }) {
  const { environment } = useConsole()
  const choices = listKeyChoices(started, environment)
  const { presses, count } = started.pending
  const pressed = presses.join(' ')
  const summary = `${namePrefix(pressed, choices)}: ${formatCount(choices.length, 'choice')}.`
  if (isMenu) return <HintMenu label={summary} started={started} choices={choices} onClose={onClose} />
  return <Strip key={`${count} ${pressed}`} pressed={pressed} count={count} choices={choices} summary={summary} />
}

type Props = { pressed: string; count: string; choices: readonly KeyChoice[]; summary: string }

const reserve = (strip: HTMLDivElement) => reserveStrip(strip, '--strip')

function Strip({ pressed, count, choices, summary }: Props) {
  const [isShown, setShown] = useState(false)
  // The menu may be opened next.
  useEffect(() => void HintMenu.prefetch(), [])
  // Each key press mounts a new strip.
  useTimeout(SHOWN_AFTER_MS, () => setShown(true))
  useTimeout(pressed === '' ? undefined : SPOKEN_AFTER_MS, () =>
    announce(choices.length === 0 ? summary : `${summary} Tab to list.`)
  )
  if (!isShown) return null
  return (
    <div ref={reserve} className={css.strip} aria-hidden="true">
      <span className={css.pressed}>
        {count !== '' && <Kbd caps={[[count]]} />}
        {pressed !== '' && <Kbd caps={keyCaps(pressed)} />}
      </span>
      {pressed === '' ? (
        <span className={css.choice}>times…</span>
      ) : choices.length === 0 ? (
        <span className={css.choice}>No shortcuts start with {formatKeys(pressed)} here.</span>
      ) : (
        choices.map(({ call, keys, title, refusal }) => (
          <span key={`${keys} ${call}`} className={css.choice} data-refused={refusal !== undefined || undefined}>
            <Kbd caps={keyCaps(keys).slice(keyCaps(pressed).length)} />
            <span>{title}</span>
            {refusal !== undefined && <small>{refusal}</small>}
          </span>
        ))
      )}
      {choices.length > 0 && (
        <span className={css.choice}>
          <Kbd caps={[['Tab']]} />
          List
        </span>
      )}
      <span className={css.choice}>
        <Kbd caps={[['Esc']]} />
        Cancel
      </span>
    </div>
  )
}
