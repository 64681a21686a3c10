import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { integer, oneOf, type Raw, text, typed } from '../../frame/search-values.ts'
import type { CompareWith } from './compare/compare-sides.ts'
import type { InspectorSearch, SessionSearch } from './inspector-search.ts'

const Inspector = lazy(() => import('./inspector-page.tsx'))

const tabs = ['payload', 'headers', 'verification', 'attempts', 'sends'] as const

function readSearch({ q, delivery, compare, answers, refused, tab, session }: Raw): InspectorSearch {
  return {
    q: typed(q),
    delivery: integer(delivery),
    compare: integer(compare) ?? compared(compare),
    answers: answers === true ? true : undefined,
    refused: refused === true ? true : undefined,
    tab: oneOf(tab, tabs),
    session: readSession(session),
  }
}

function readSession(value: unknown): SessionSearch | undefined {
  const { file, q, delivery, tab }: Raw = Object(value)
  const name = text(file, 300, 1)
  return name === undefined
    ? undefined
    : { file: name, q: typed(q), delivery: integer(delivery), tab: oneOf(tab, tabs) }
}

const compared = (value: unknown) =>
  typeof value === 'string' && /^(?:body-\d{1,15}|sends-\d{1,15}-\d{1,15})$/.test(value)
    ? (value as CompareWith)
    : undefined

export const inspectorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inspector',
  validateSearch: readSearch,
  component: Inspector,
})
