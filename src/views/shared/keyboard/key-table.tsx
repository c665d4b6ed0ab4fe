import { Pencil } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { keyCaps, formatKeys } from '@/keymap/display'
import { ArrowRegion, type ArrowRegionHandle, arrowStop } from '@/ui/arrow-region'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import css from './key-table.module.css'

export type KeyRow = {
  /** The name of the line in the key table. */
  line: string
  title: string
  keys: readonly string[]
  /** Shown after the title. */
  about?: ReactNode
  isRefused?: boolean
  /** The label of the button that changes the keys; absent if they cannot be changed. */
  change?: string
}
export type KeyGroup = { title: string; rows: readonly KeyRow[] }
type KeyPart = { title?: string; groups: readonly KeyGroup[] }

type Props = {
  label: string
  parts: readonly KeyPart[]
  /** Places groups side by side if there is room. */
  isWide?: boolean
  /** The line whose button has focus initially. */
  focused?: string | undefined
  onChange(line: string): void
  /** Called when ↑ in the first row moves to the element above. */
  onLeave(): void
  /** Shown before the tables. */
  children?: ReactNode
  /** Shown after the tables. */
  end?: ReactNode
  ref?: Ref<ArrowRegionHandle>
}

/** Keys by group. One row is a tab stop, and ↑ and ↓ move from row to row. */
export function KeyTables({ label, parts, isWide = false, focused, onLeave, children, end, ref, ...rest }: Props) {
  const lines = parts.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows)).filter(({ change }) => change)
  const [reached, setReached] = useState(focused)
  const stop = lines.some(({ line }) => line === reached) ? reached : lines[0]?.line
  return (
    <ArrowRegion ref={ref} label={label} className={css.region} onLeave={onLeave}>
      {children}
      {parts.map(({ title, groups }) => (
        <div key={title ?? ''}>
          {title !== undefined && <h3 className={css.title}>{title}</h3>}
          <div className={css.groups} data-wide={isWide || undefined}>
            {groups.map((group) => (
              <Table key={group.title} {...group} {...rest} {...{ stop, focused }} onFocus={setReached} />
            ))}
          </div>
        </div>
      ))}
      {end}
    </ArrowRegion>
  )
}

type TableProps = KeyGroup &
  Pick<Props, 'focused' | 'onChange'> & {
    /** The line that is the tab stop. */
    stop: string | undefined
    onFocus(line: string): void
  }

const Table = ({ title: caption, rows, stop, focused, onChange, onFocus }: TableProps) => (
  <table className={css.table}>
    <caption>{caption}</caption>
    <colgroup>
      <col />
      <col className={css.keysColumn} />
      <col className={css.changeColumn} />
    </colgroup>
    <thead className="visually-hidden">
      <tr>
        <th scope="col">Command</th>
        <th scope="col">Keys</th>
        <th scope="col">Change</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ line, title, keys, about, isRefused, change }) => (
        <tr key={line} onFocus={() => onFocus(line)}>
          <th scope="row" data-refused={isRefused || undefined}>
            {title}
            {about && <span className={css.about}> {about}</span>}
          </th>
          <td>
            <KeyCaps keys={keys} />
          </td>
          <td className={css.change} {...(change ? arrowStop : {})}>
            {change && (
              <Button
                tone="bare"
                label={change}
                autoFocus={line === focused}
                isTabStop={line === stop}
                onPress={() => onChange(line)}
              >
                <Pencil className={css.pencil} size={14} strokeWidth={1.75} aria-hidden="true" />
                <span className={css.word}>Change</span>
              </Button>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The keys of a line, as key caps with text for screen readers. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return <span className={css.about}>none</span>
  return (
    <span className={css.caps}>
      <span className="visually-hidden">{keys.map((one) => formatKeys(one)).join(' or ')}</span>
      {keys.map((one) => (
        <Kbd key={one} caps={keyCaps(one)} />
      ))}
    </span>
  )
}
