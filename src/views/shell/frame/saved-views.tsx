import { useQuery } from '@tanstack/react-query'
import { Bookmark, Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { savedViews } from '@/api/account/saved-views'
import { describeVisibility } from '@/lib/saved-views'
import { CommandButton } from '../../shared/commands/command-button'
import css from './saved-views.module.css'
import sidebar from './sidebar.module.css'

/** Further views would push the settings out of the sidebar. All of them are in the palette. */
const MOST = 10

type Props = {
  /** Called after a view was chosen. */
  onLeave: () => void
}

/** The saved views of the user and those that others share, as links. Nothing while there are none. */
export default function SavedViews({ onLeave }: Props) {
  const { data } = useQuery(savedViews.list())
  const headingId = useId()
  const [path] = useLocation()
  const search = useSearch()
  if (!data || data.views.length === 0) return null
  const here = search === '' ? path : `${path}?${search}`
  return (
    <div className={css.group}>
      <p id={headingId} className={css.heading}>
        Saved views
      </p>
      <ul aria-labelledby={headingId}>
        {data.views.slice(0, MOST).map((view) => {
          const visibility = describeVisibility(view)
          return (
            <li key={view.id}>
              <Link
                href={view.address}
                className={`${sidebar.link} ${css.link}`}
                // The entry of the area is the current page, too.
                aria-current={view.address === here || undefined}
                title={`${view.name} · ${visibility}`}
                onClick={onLeave}
              >
                <Bookmark
                  size={14}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  fill={view.shared ? 'currentColor' : 'none'}
                />
                <span className={css.name}>{view.name}</span>
                {view.shared && <span className="visually-hidden"> ({visibility})</span>}
              </Link>
            </li>
          )
        })}
      </ul>
      {data.views.length > MOST && (
        <CommandButton
          call="view.open"
          tone="bare"
          icon={<Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />}
          label={`All ${data.views.length} views`}
          isLabelled
          className={sidebar.item}
        />
      )}
    </div>
  )
}
