import { Fragment } from 'react'
import { type DisplayProperty, describePropertyValue } from '@/lib/topology/display-property'
import { Meter } from '@/ui/progress-bar'
import { Time } from '@/ui/time'
import css from './card.module.css'

type Props = {
  of: DisplayProperty
  /** In a list, Tab stops at the row and not at the links in it. */
  place: 'list' | 'page' | 'bare'
}

/** A property in a description list: its name, its value, and a meter if it has a maximum. */
export function CardProperty({ of: property, place }: Props) {
  const { label, value } = property
  const words = describePropertyValue(value)
  return (
    <div className={css.line}>
      <dt title={label}>{label}</dt>
      <dd title={value.is === 'moment' ? undefined : words}>
        <Value of={property} place={place} />
        {value.is === 'amount' && value.percent !== undefined && (
          <Meter label={label} percent={value.percent} text={words} />
        )}
      </dd>
    </div>
  )
}

function Value({ of: { value }, place }: Props) {
  if (value.is === 'moment') return <Time at={value.at} as="age" />
  if (value.is !== 'links') return <bdi className={css.value}>{value.text}</bdi>
  return (
    <span className={css.value}>
      {value.links.map(({ label, href }, at) => (
        <Fragment key={href}>
          {at > 0 && ', '}
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className={css.outside}
            {...(place === 'list' && { tabIndex: -1 })}
          >
            {label}
            <span className="visually-hidden"> (new tab)</span>
            <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">
              <path d="M3 1.5h4.5V6M7.5 1.5 1.5 7.5" fill="none" stroke="currentColor" strokeWidth="1.2" />
            </svg>
          </a>
        </Fragment>
      ))}
    </span>
  )
}
