import { Failure } from './states.tsx';
import type { Act } from './use-act.ts';

/** How an act ended, also for those who only hear it. */
export const Done = ({ act }: { readonly act: Act }) => (
  <>
    {act.error !== undefined && <Failure error={act.error} />}
    <p class="done" role="status">
      {act.done}
    </p>
  </>
);
