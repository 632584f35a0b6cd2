import '../../styles/learn.css';
import { STORIES } from '../../../../models/src/stories/index.ts';
import { useView } from '../../state/useView.ts';
import { Home } from './Home.tsx';
import { StoryView } from './StoryView.tsx';

/** Lessons and the gallery; or the story that is open. */
export function LearnView() {
  const chosen = useView('story');
  const story = STORIES.find(({ id }) => id === chosen);
  return story === undefined ? <Home missing={chosen !== ''} /> : <StoryView key={story.id} story={story} />;
}
