import { useQuery } from '@tanstack/react-query';
import { ListChecks, LoaderCircle } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Job } from '../../shared/contract/jobs.ts';
import { useClient } from '../api/client-context.tsx';
import { type Command, useCommand } from '../api/commands.tsx';
import { jobsQuery } from '../api/jobs.queries.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNow } from '../ui/use-now.ts';
import { isRunning, jobNews, trayJobs } from './jobs.format.ts';
import { TopBarPanel } from './top-bar-panel.tsx';

const JobsTrayList = lazy(async () => ({
  default: (await import('./jobs-tray-list.tsx')).JobsTrayList,
}));

const SHOW: Omit<Command, 'run'> = {
  id: 'shell.jobs',
  title: 'Show jobs',
  words: 'running progress import background work',
  kind: 'action',
  icon: ListChecks,
  needs: 'jobs.read',
};

/** Work that takes time: how many jobs run, and a click away how far they are. */
export function JobsTray() {
  const { data } = useQuery(jobsQuery(useClient()));
  const [isOpen, setIsOpen] = useState(false);
  useCommand(SHOW, () => setIsOpen(true));
  const jobs = trayJobs(data ?? [], useNow());
  const running = jobs.filter(isRunning).length;
  return (
    <>
      <TopBarPanel
        title="Jobs"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button
            variant="ghost"
            label={trayLabel(running, jobs.length)}
            title="Jobs"
            className="tabular-nums"
            icon={
              running > 0 ? (
                <LoaderCircle aria-hidden className="animate-spin text-accent-text" />
              ) : (
                <ListChecks aria-hidden />
              )
            }
            {...(running > 0 ? { children: running } : {})}
          />
        }
      >
        <Suspense fallback={<Skeleton className="m-4 h-16" />}>
          <JobsTrayList jobs={jobs} onLeave={() => setIsOpen(false)} />
        </Suspense>
      </TopBarPanel>
      <JobNews jobs={data ?? []} />
    </>
  );
}

function trayLabel(running: number, shown: number): string {
  if (running > 0) return `${running} ${running === 1 ? 'job' : 'jobs'} running`;
  return shown > 0 ? 'Recent jobs' : 'Jobs';
}

/** Reads out that a job began or ended, wherever the focus is. */
function JobNews({ jobs }: { jobs: readonly Job[] }) {
  const before = useRef(jobs);
  const [news, setNews] = useState('');
  useEffect(() => {
    const heard = jobNews(before.current, jobs);
    before.current = jobs;
    if (heard) setNews(heard);
  }, [jobs]);
  return (
    <span aria-live="polite" className="sr-only">
      {news}
    </span>
  );
}
