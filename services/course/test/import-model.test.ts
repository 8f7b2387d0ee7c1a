import { tellStories } from './model/tell-stories.ts';

tellStories(1, 2, { crashes: false });
