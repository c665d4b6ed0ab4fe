import type { ComponentType } from 'react'

/** One widget of the gallery with all its states. */
export type Exhibit = {
  /** The name of the widget, as in `src/ui`. */
  title: string
  /** States shown together on the page of the widget. */
  states: Readonly<Record<string, ComponentType>>
  /** States that cover the page, such as an open dialog. Each has its own page. */
  apart?: Readonly<Record<string, ComponentType>>
  /** States that are whole pages, with a heading and landmarks. */
  pages?: Readonly<Record<string, ComponentType>>
}
