import type { ComponentType, ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { prefs, themes } from '@/commands/stores/preference-store'
import { Button } from '@/ui/button'
import { usePreferences } from '../../src/views/shared/stores'
import type { Exhibit } from './exhibit'
import css from './gallery.module.css'

const exhibits = Object.entries(import.meta.glob<Exhibit>('./*.gallery.tsx', { import: 'default', eager: true })).map(
  ([path, exhibit]) => ({ ...exhibit, slug: path.slice('./'.length, -'.gallery.tsx'.length) })
)

const ROOT = '/dev/gallery'
const none = {}
const slugOf = (state: string) => state.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** All widgets in all states, for developers and for the tests of widgets. Not part of a release. */
export default function Gallery() {
  const [, params] = useRoute('/dev/gallery/:slug?/:state?')
  const exhibit = exhibits.find(({ slug }) => slug === params?.slug)
  const whole = Object.entries<ComponentType>(exhibit?.pages ?? none).find(([name]) => slugOf(name) === params?.state)
  if (whole) {
    const [, Whole] = whole
    return <Whole />
  }
  const apart = Object.entries<ComponentType>(exhibit?.apart ?? none).find(([name]) => slugOf(name) === params?.state)
  if (exhibit && apart) {
    const [name, State] = apart
    return (
      <Frame title={`${exhibit.title}: ${name}`}>
        <State />
      </Frame>
    )
  }
  return exhibit ? <Page exhibit={exhibit} /> : <Index />
}

function Index() {
  return (
    <Frame title="Gallery">
      <ul className={css.index}>
        {exhibits.map(({ title, slug, states, apart, pages }) => (
          <li key={slug}>
            <Link href={`${ROOT}/${slug}`}>{title}</Link>{' '}
            <span>{Object.keys({ ...states, ...apart, ...pages }).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

function Page({ exhibit: { title, slug, states, apart, pages } }: { exhibit: Exhibit & { slug: string } }) {
  return (
    <Frame title={title}>
      {Object.entries(states).map(([name, State]) => (
        <section key={name} className={css.state} aria-labelledby={slugOf(name)}>
          <h2 id={slugOf(name)}>{name}</h2>
          <State />
        </section>
      ))}
      {(apart || pages) && (
        <ul className={css.index}>
          {Object.keys({ ...apart, ...pages }).map((name) => (
            <li key={name}>
              <Link href={`${ROOT}/${slug}/${slugOf(name)}`}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { theme } = usePreferences()
  return (
    <main className={css.gallery}>
      <header className={css.head}>
        <h1>{title}</h1>
        {title !== 'Gallery' && <Link href={ROOT}>All widgets</Link>}
        {themes.map((one) => (
          <Button
            key={one}
            isPressed={theme === one}
            onPress={() => {
              prefs.set((p) => ({ ...p, theme: one }))
              document.documentElement.dataset['theme'] = one
            }}
          >
            {one}
          </Button>
        ))}
      </header>
      {children}
    </main>
  )
}
