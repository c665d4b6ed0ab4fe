import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatCount } from '@/shared/format'
import { newResourcePath } from '@/shared/routing/registry'
import type { ResourceKind } from '@/shared/routing/resource'
import type { TypeTile } from '@/resources/resource'
import { Button } from '@/ui/button'
import { useAnnouncement } from '@/ui/hooks'
import { PageLink } from '@/ui/page-link'
import { SearchField } from '@/ui/search-field'
import css from './item-page.module.css'
import { iconOfType, TypeIcon } from './type-icons'

/** Above this number of types, they can be searched. */
const FEW = 8

type Props = {
  kind: ResourceKind
  question: string
  types: readonly TypeTile[]
  /** Sets the type, if it is not in the URL. */
  onType: ((type: string) => void) | undefined
}

/** The types of a new row, by group. */
export function TypeTiles({ question, types, ...rest }: Props) {
  const { kind, onType } = rest
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const box = useRef<HTMLElement>(null)
  const found = findTypes(types, text)
  useAnnouncement(text === '' ? undefined : formatCount(found.length, 'type'), { key: 'types' })
  const pick = (id: string) => (onType ? onType(id) : navigate(typePath(kind, id)))
  return (
    <nav ref={box} className={css.editor} aria-label="Types">
      <p className={css.note}>{question}</p>
      {types.length > FEW && (
        <div className={css.search}>
          <SearchField
            label="Search types"
            value={text}
            onChange={setText}
            autoFocus
            onLeave={(to) => {
              const [first] = found
              if (to === 'open' && first) pick(first.id)
              if (to === 'first') box.current?.querySelector<HTMLElement>('ul a, ul button')?.focus()
              if (to === 'back') document.querySelector<HTMLElement>('h1')?.focus()
            }}
          />
        </div>
      )}
      {found.length === 0 && <p className={css.note}>No type matches “{text.trim()}”.</p>}
      {groupTypes(found).map(({ group, members }) => (
        <section key={group ?? ''} className={css.types} aria-label={group ?? 'Types'}>
          {group !== undefined && <h2 className={css.group}>{group}</h2>}
          <TileList {...rest} types={members} />
        </section>
      ))}
    </nav>
  )
}

const typePath = (kind: ResourceKind, id: string) => `${newResourcePath(kind)}?type=${id}`

/** The types that contain every word; those whose label begins with the text first. */
function findTypes(types: readonly TypeTile[], text: string): readonly TypeTile[] {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/).filter(Boolean)
  const found = types.filter((one) => {
    const own = [one.label, one.id, one.group, one.keywords].join(' ').toLowerCase()
    return words.every((word) => own.includes(word))
  })
  const isFirst = ({ label }: TypeTile) => label.toLowerCase().startsWith(wanted)
  return wanted === '' ? found : [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))]
}

function groupTypes(types: readonly TypeTile[]) {
  const groups: { group: string | undefined; members: TypeTile[] }[] = []
  for (const one of types) {
    const group = groups.find((known) => known.group === one.group)
    if (group) group.members.push(one)
    else groups.push({ group: one.group, members: [one] })
  }
  return groups
}

const TileList = ({ kind, types, onType }: Omit<Props, 'question'>) => (
  <ul className={css.tiles}>
    {types.map(({ id, label, icon = iconOfType(id) ?? '' }) => {
      const content = (
        <>
          <TypeIcon icon={icon} />
          {label}
        </>
      )
      return (
        <li key={id}>
          {onType ? (
            <Button className={css.tile} onPress={() => onType(id)}>
              {content}
            </Button>
          ) : (
            <PageLink className={css.tile} href={typePath(kind, id)}>
              {content}
            </PageLink>
          )}
        </li>
      )
    })}
  </ul>
)
