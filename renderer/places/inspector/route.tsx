import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { rootRoute } from '../../frame/root-route.ts'
import { integer, oneOf, type Raw, text, typed } from '../../frame/search-values.ts'
import type { InspectorSearch, SessionSearch } from './inspector-search.ts'

const Inspector = lazy(() => import('./inspector-page.tsx'))

const tabs = ['payload', 'headers', 'verification', 'attempts', 'sends'] as const

function readSearch({ q, delivery, compare, answers, refused, tab, session }: Raw): InspectorSearch {
  return {
    q: typed(q),
    delivery: integer(delivery),
    compare: integer(compare) ?? otherBody(compare),
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

function otherBody(value: unknown): `body-${number}` | undefined {
  const id = /^body-(\d{1,15})$/.exec(typeof value === 'string' ? value : '')?.[1]
  return id === undefined ? undefined : `body-${Number(id)}`
}

export const inspectorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inspector',
  validateSearch: readSearch,
  component: Inspector,
})
