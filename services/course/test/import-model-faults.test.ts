import { findFaults } from './model/tell-stories.ts';

findFaults(2_001);
