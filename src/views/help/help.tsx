import { useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { contextIn } from '../../commands/context'
import type { Place } from '../../commands/place'
import { caps, spoken } from '../../keymap/display'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { Overlay } from '../../ui/overlay'
import { useConsole } from '../shell/console'
import css from './help.module.css'
import { filterSheet, sheetOf } from './sheet'

type Props = { places: readonly Place[]; onClose: () => void }

/** The keyboard as it is now, from the table itself. */
export function Help({ places, onClose }: Props) {
  const { keys, circumstances } = useConsole()
  const [text, setText] = useState('')
  const scopes = places.map(({ scope }) => scope)
  const isHere = (group: string) =>
    (group === 'In a list' && scopes[0] === 'list') || (group === 'In a detail' && scopes[0] === 'detail')
  const groups = filterSheet(sheetOf(keys, contextIn(places, circumstances), isHere), text)
  return (
    <Overlay label="Keyboard shortcuts" onClose={onClose}>
      <div className={css.head}>
        <Heading level={2} slot="title" className={css.title ?? ''}>
          Keyboard shortcuts
        </Heading>
        <Button tone="bare" onPress={onClose}>
          Close
        </Button>
      </div>
      <input
        autoFocus
        className={css.search}
        type="search"
        aria-label="Search shortcuts"
        placeholder="Search by name or key…"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {/* A scrolled region needs to be reached by those who scroll with keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.sheet} tabIndex={0} role="region" aria-label="Shortcuts">
        <p className={css.note}>
          With a screen reader, single letters work in focus mode (NVDA: Insert+Space; JAWS: Insert+Z; Orca: Insert+A).
          The palette opens with {spoken('$mod+k')} in any mode.
        </p>
        {groups.length === 0 && <p className={css.note}>No shortcut matches.</p>}
        {groups.map((group) => (
          <table key={group.title} className={css.group}>
            <caption className={css.caption}>{group.title}</caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Command</th>
                <th scope="col">Keys</th>
              </tr>
            </thead>
            <tbody>
              {group.rows.map(({ call, title, keys: own, refusal }) => (
                <tr key={call} className={css.row}>
                  <th scope="row" className={css.name}>
                    {title}
                    {refusal && <span className={css.refusal}> {refusal}</span>}
                  </th>
                  <td className={css.keys}>
                    <span className="visually-hidden">{own.map((one) => spoken(one)).join(' or ')}</span>
                    {own.map((one) => (
                      <Kbd key={one} caps={caps(one)} />
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Overlay>
  )
}
