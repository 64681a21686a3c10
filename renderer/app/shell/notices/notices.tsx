import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Notice, type NoticeContent } from '#ui/feedback/notice.tsx'
import { InNoticeSlot } from '#ui/layout/notice-slot.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useEndpointOutcomes } from '../../../places/endpoints/endpoint-outcomes.tsx'
import { useAppNotices } from './app-notices.ts'
import { noticeWords } from './copy.ts'
import { useEndpointNotices } from './endpoint-notices.ts'
import { useReceivingNotices } from './receiving-notices.ts'

export default function Notices() {
  const navigate = useNavigate()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const { outcomes, dialog } = useEndpointOutcomes()
  const app = useAppNotices()
  const receiving = useReceivingNotices(app.isStoreExplained, pathname)
  const disabled = useEndpointNotices(pathname)
  // Without a host, other notices are out of date and their actions fail.
  const notices = useUndismissed(
    app.lost ? [app.lost] : [...app.notices, ...receiving, ...disabled, ...outcomes],
  )
  const sorted = notices.toSorted((a, b) => severity[a.of.tone] - severity[b.of.tone])
  const [first] = sorted
  const shown = pathname === '/attention' ? sorted : sorted.slice(0, 1)
  const hidden = sorted.length - shown.length
  const more =
    hidden === 0
      ? null
      : { label: noticeWords.notice.more(hidden), run: () => void navigate({ to: '/attention' }) }
  return (
    <>
      <InNoticeSlot>
        {shown.map((notice) => (
          <Notice key={notice.of.key} {...notice} more={more} />
        ))}
      </InNoticeSlot>
      {/* Announced here, because the notice moves to each page's slot and would be announced again there. */}
      <LiveStatus>{first ? [first.of.title, first.of.text].filter(Boolean).join('. ') : ''}</LiveStatus>
      {dialog}
    </>
  )
}

const severity: Readonly<Record<NoticeContent['tone'], number>> = { danger: 0, warn: 1, info: 2 }

function useUndismissed(notices: readonly NoticeContent[]) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const keys = notices.map(({ key }) => key).join('\n')
  useEffect(() => {
    const now = new Set(keys.split('\n'))
    setHidden((before) => {
      const left = [...before].filter((key) => now.has(key))
      return left.length === before.size ? before : new Set(left)
    })
  }, [keys])
  return notices
    .filter(({ key }) => !hidden.has(key))
    .map((of) => ({
      of,
      onDismiss: of.dismiss === 'hide' ? () => setHidden((now) => new Set([...now, of.key])) : of.dismiss,
    }))
}
